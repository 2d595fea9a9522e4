//! A short checksum of bytes: XXH64. It is not a signature, since an attacker can make other bytes
//! with the same digest.

use crate::number::Number;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;
use tangency::{Mesh, Scene};
use twox_hash::XxHash64;

/// The XXH64 of some bytes, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(u64);

/// A digest of bytes that are still being added.
pub(crate) struct Digesting(XxHash64);

impl Digesting {
    pub(crate) fn new() -> Self {
        Self(XxHash64::with_seed(0))
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Adds the number of points and their coordinates.
    fn add_points<T: Number>(&mut self, points: &[[T; 3]]) {
        self.add(&(points.len() as u64).to_le_bytes());
        for coordinate in points.iter().flatten() {
            self.add(&coordinate.widen().to_le_bytes());
        }
    }

    pub(crate) fn finish(&self) -> Digest {
        Digest(self.0.finish())
    }
}

impl Digest {
    /// The digest of a mesh: the same for the same vertices and triangles, on every machine.
    pub(crate) fn of_mesh<T: Number>(mesh: &Mesh<T>) -> Self {
        let mut sum = Digesting::new();
        sum.add_points(mesh.vertices());
        for triangle in mesh.triangles() {
            for index in triangle {
                sum.add(&index.to_le_bytes());
            }
        }
        sum.finish()
    }

    /// The digest of points: the same for the same points in the same order, on every machine.
    pub(crate) fn of_points<T: Number>(points: &[[T; 3]]) -> Self {
        let mut sum = Digesting::new();
        sum.add_points(points);
        sum.finish()
    }

    /// The digest of a scene: the same for the same items that were inserted at once in the same
    /// order, also after the scene was saved and loaded.
    pub(crate) fn of_scene<T: Number>(scene: &Scene<T>) -> Self {
        let mut sum = Digesting::new();
        let added = scene.save(|bytes| {
            sum.add(bytes);
            Ok::<_, std::convert::Infallible>(())
        });
        let Ok(()) = added;
        sum.finish()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The error for a text that is not a digest.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a digest, must be 16 hexadecimal digits")]
pub struct NoDigest(String);

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Self, NoDigest> {
        let is_one = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u64::from_str_radix(text, 16) {
            Ok(number) if is_one => Ok(Self(number)),
            _ => Err(NoDigest(text.to_owned())),
        }
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = NoDigest;

    fn try_from(text: String) -> Result<Self, NoDigest> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_xxh64() {
        // This is one of the published test vectors of xxHash: no bytes, seed 0.
        assert_eq!(Digesting::new().finish().to_string(), "ef46db3751d8e999");
        let mut pieces = Digesting::new();
        pieces.add(b"a");
        pieces.add(b"bc");
        // The output of `printf abc | xxhsum -H1`.
        assert_eq!(pieces.finish().to_string(), "44bc2cf5ad770999");
        assert_eq!("44bc2cf5ad770999".parse::<Digest>().unwrap(), pieces.finish());
        assert!("44bc2cf5ad77099".parse::<Digest>().is_err());
        assert!("+4bc2cf5ad770999".parse::<Digest>().is_err());
    }
}
