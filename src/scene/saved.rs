//! Saved scenes: a scene and its trees as bytes. Trees and meshes are used in place; items are
//! parsed.
//!
//! ```text
//! header       32 words of 8 bytes: the format, the number of elements of each section, the frame
//! names        8 bytes for each item, in rising order; the index of a name is the slot of the item
//! kinds        4 bytes for each item: the kind of its shape, and bits for the floats of its motion
//! floats       for each item the floats of its shape and of its motion
//! shared       4 bytes for each item that is a polytope or a mesh: the index of the shape below;
//!              4 bytes for each item that is a hull: the number of its points
//! planes       4 bytes for each polytope: the number of its planes
//! planes       6 floats for each plane of a polytope
//! lengths      8 bytes for each mesh: the number of its bytes
//! nodes        256 bytes for each node: the tree of items at rest, then the tree of moving items
//! velocities   192 bytes for each node of the tree of moving items
//! checksum     XXH64 of all bytes before it
//! meshes       each mesh as `Mesh::save` writes it, with a checksum of its own
//! ```
//!
//! Each section begins at a multiple of 64 bytes, except the checksum, with zeros in between
//! (`bytes/layout.rs`).
//!
//! Trees and meshes are used in place, so that processes can share them. Items cannot be used in
//! place, because in memory they contain pointers to shared meshes; so they are constructed again.

use super::entries::Scene;
use super::item::{Item, ItemShape};
use super::places::Places;
use super::store::Store;
use super::tree::{Lanes, SceneFrame, SceneNode, SceneTree};
use crate::bytes::{self, Buffer, Bytes, CHECKSUM, Format, LINE, LoadError, Within, aligned};
use crate::mesh::{Mesh, SharedInstance};
use crate::shape::{
    AlignedBox, Hull, InputError, Moving, OrientedBox, Parallelepiped, Placement, Plane, Point,
    Polytope, Rotation, Scalar, Segment, Triangle, length,
};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

const FORMAT: Format =
    Format { magic: *b"\x89scen\r\n\x1a", version: 1, otherwise: LoadError::NotAScene };
/// The number of words of the header.
const HEADER: usize = 32;

/// Bits of the kind of an item that specify which floats are saved: a velocity, the start of its
/// path segment, the end of its motion, an inflation radius.
const MOVES: u32 = 1 << 8;
const COMES: u32 = 1 << 9;
const ENDS: u32 = 1 << 10;
const IS_ROUNDED: u32 = 1 << 11;

const ITEMS: LoadError = LoadError::Contents("items");
const TREE: LoadError = LoadError::Contents("tree");

/// Objects that several items may share. Each object is contained once, in the order of first use.
struct SharedObjects<X> {
    all: Vec<Arc<X>>,
    places: BTreeMap<usize, u32>,
}

impl<X> SharedObjects<X> {
    fn new() -> Self {
        Self { all: Vec::new(), places: BTreeMap::new() }
    }

    fn place(&mut self, one: &Arc<X>) -> u32 {
        *self.places.entry(Arc::as_ptr(one).addr()).or_insert_with(|| {
            self.all.push(Arc::clone(one));
            (self.all.len() - 1) as u32
        })
    }
}

/// The sections with the data of all items, for writing.
struct Written<T: Scalar> {
    names: Vec<u64>,
    kinds: Vec<u32>,
    floats: Vec<T>,
    shared: Vec<u32>,
    polytopes: SharedObjects<Polytope<T, 3>>,
    meshes: SharedObjects<Mesh<T>>,
}

impl<T: Scalar> Written<T> {
    fn add(&mut self, name: u64, item: &Item<T>) {
        self.names.push(name);
        let kind = match item.0.shape() {
            ItemShape::Point(point) => {
                self.floats.extend(point.position());
                0
            }
            ItemShape::Segment(segment) => {
                self.floats.extend(segment.ends().as_flattened());
                1
            }
            ItemShape::Triangle(triangle) => {
                self.floats.extend(triangle.vertices().as_flattened());
                2
            }
            ItemShape::AlignedBox(shape) => {
                self.floats.extend([shape.min(), shape.max()].as_flattened());
                3
            }
            ItemShape::OrientedBox(shape) => {
                self.floats.extend([shape.center(), shape.half_extents()].as_flattened());
                self.floats.extend(shape.rotation().quaternion());
                4
            }
            ItemShape::Parallelepiped(shape) => {
                self.floats.extend(shape.center());
                self.floats.extend(shape.edges().as_flattened());
                5
            }
            ItemShape::Polytope(shape) => {
                self.shared.push(self.polytopes.place(shape));
                6
            }
            ItemShape::Mesh(mesh) => {
                self.shared.push(self.meshes.place(mesh));
                7
            }
            ItemShape::MeshInstance(placed) => {
                self.shared.push(self.meshes.place(placed.mesh()));
                let instance = placed.instance();
                self.floats.extend(instance.rotation().quaternion());
                self.floats.extend(instance.translation());
                8
            }
            ItemShape::Hull(hull) => {
                // A hull has fewer than 2³² points.
                self.shared.push(hull.points().len() as u32);
                self.floats.extend(hull.points().as_flattened());
                match hull.placement() {
                    Placement::AsGiven => 9,
                    Placement::FirstPointAt(position) => {
                        self.floats.extend(position);
                        10
                    }
                    Placement::OriginAt(translation) => {
                        self.floats.extend(translation);
                        11
                    }
                }
            }
        };
        let [velocity, origin] = item.0.velocity_parts();
        let mut said = 0;
        if velocity != [T::ZERO; 3] {
            said |= MOVES;
            self.floats.extend(velocity);
        }
        if origin != [T::ZERO; 3] {
            said |= COMES;
            self.floats.extend(origin);
        }
        if item.0.t_max() < T::INFINITY {
            said |= ENDS;
            self.floats.push(item.0.t_max());
        }
        if item.0.is_inflated() {
            said |= IS_ROUNDED;
            self.floats.push(item.0.inflation());
        }
        self.kinds.push(kind | said);
    }
}

/// Reads items from the sections, one after another.
struct Reader<'b, T: Scalar> {
    floats: &'b [T],
    shared: &'b [u32],
    polytopes: Vec<Arc<Polytope<T, 3>>>,
    meshes: Vec<Arc<Mesh<T>>>,
}

/// The error if bytes are not a valid item.
struct Odd;

impl From<InputError> for Odd {
    fn from(_: InputError) -> Self {
        Self
    }
}

impl<T: Scalar> Reader<'_, T> {
    fn floats<const N: usize>(&mut self) -> Result<[T; N], Odd> {
        let (floats, rest) = self.floats.split_first_chunk().ok_or(Odd)?;
        self.floats = rest;
        Ok(*floats)
    }

    fn vectors<const N: usize>(&mut self) -> Result<[[T; 3]; N], Odd> {
        let mut vectors = [[T::ZERO; 3]; N];
        for vector in &mut vectors {
            *vector = self.floats()?;
        }
        Ok(vectors)
    }

    fn number(&mut self) -> Result<usize, Odd> {
        let (&number, rest) = self.shared.split_first().ok_or(Odd)?;
        self.shared = rest;
        Ok(number as usize)
    }

    fn one_of<X: Clone>(&mut self, all: impl Fn(&Self) -> &[X]) -> Result<X, Odd> {
        let which = self.number()?;
        all(self).get(which).cloned().ok_or(Odd)
    }

    fn points(&mut self) -> Result<Vec<[T; 3]>, Odd> {
        let length = self.number()?.checked_mul(3).ok_or(Odd)?;
        let (floats, rest) = self.floats.split_at_checked(length).ok_or(Odd)?;
        self.floats = rest;
        Ok(floats.as_chunks().0.to_vec())
    }

    fn shape(&mut self, kind: u32) -> Result<ItemShape<T>, Odd> {
        Ok(match kind {
            0 => ItemShape::Point(Point::new(self.floats::<3>()?)?),
            1 => {
                let [a, b] = self.vectors()?;
                ItemShape::Segment(Segment::new(a, b)?)
            }
            2 => {
                let [a, b, c] = self.vectors()?;
                ItemShape::Triangle(Triangle::new(a, b, c)?)
            }
            3 => {
                let [min, max] = self.vectors()?;
                ItemShape::AlignedBox(AlignedBox::new(min, max)?)
            }
            4 => {
                let [center, half_extents] = self.vectors()?;
                let rotation = Rotation::<T, 3>::new(self.floats::<4>()?)?;
                ItemShape::OrientedBox(OrientedBox::new(center, half_extents, rotation)?)
            }
            5 => {
                let [center, edges @ ..] = self.vectors::<4>()?;
                ItemShape::Parallelepiped(Box::new(Parallelepiped::new(center, edges)?))
            }
            6 => ItemShape::Polytope(self.one_of(|all| &all.polytopes)?),
            7 => ItemShape::Mesh(self.one_of(|all| &all.meshes)?),
            8 => {
                let mesh = self.one_of(|all| &all.meshes)?;
                let rotation = Rotation::<T, 3>::new(self.floats::<4>()?)?;
                let translation = self.floats::<3>()?;
                ItemShape::MeshInstance(SharedInstance::new(mesh, rotation, translation)?)
            }
            9 => ItemShape::Hull(Hull::new(self.points()?)?),
            10 => ItemShape::Hull(Hull::new(self.points()?)?.at(self.floats()?)?),
            11 => {
                ItemShape::Hull(Hull::new(self.points()?)?.with_translation(self.floats::<3>()?)?)
            }
            _ => return Err(Odd),
        })
    }

    fn item(&mut self, kind: u32) -> Result<Item<T>, Odd> {
        let shape = self.shape(kind & 0xff)?;
        let says = |what: u32| kind & what != 0;
        if kind >> 12 != 0 {
            return Err(Odd);
        }
        let velocity = if says(MOVES) { self.floats()? } else { [T::ZERO; 3] };
        let origin = if says(COMES) { self.floats()? } else { [T::ZERO; 3] };
        let [t_max] = if says(ENDS) { self.floats()? } else { [T::INFINITY] };
        let [inflation] = if says(IS_ROUNDED) { self.floats()? } else { [T::ZERO] };
        let moving = Moving::still(shape).between(origin, velocity)?.until(t_max)?;
        Ok(Item(moving.towards_inflated(length(inflation, "radius")?)))
    }
}

impl<T: Scalar> Scene<T> {
    /// Writes the scene with its search tree as bytes to `sink`, piece by piece.
    /// [`Scene::from_bytes`] reads them. Meshes and polytopes that items share are written once.
    /// The same scene always gives the same bytes if nothing was changed since its tree was
    /// [rebuilt](Self::rebuild); otherwise the bytes depend on the history of changes.
    ///
    /// # Errors
    /// The errors of `sink`.
    ///
    /// # Examples
    /// ```no_run
    /// use std::{fs::File, io::Write};
    /// # let scene = tangency::Scene::<f64>::new();
    /// let mut file = File::create("hall.scene")?;
    /// scene.save(|bytes| file.write_all(bytes))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save<E>(&self, mut sink: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut written = Written {
            names: Vec::with_capacity(self.len()),
            kinds: Vec::with_capacity(self.len()),
            floats: Vec::new(),
            shared: Vec::new(),
            polytopes: SharedObjects::new(),
            meshes: SharedObjects::new(),
        };
        let mut slots = alloc::vec![0; self.store.slots()];
        for (slot, id, item) in self.store.iter() {
            slots[slot as usize] = written.names.len() as u32;
            written.add(id.number(), item);
        }
        let ([still, moving], frame) = self.places.packed(|slot| slots[slot as usize]);
        let Written { names, kinds, floats, shared, polytopes, meshes } = written;
        let counts = polytopes.all.iter().map(|polytope| polytope.planes().len() as u32);
        let counts: Vec<u32> = counts.collect();
        let planes = polytopes.all.iter().flat_map(|polytope| polytope.planes());
        let planes: Vec<[[T; 3]; 2]> =
            planes.map(|plane| [plane.point(), plane.normal()]).collect();
        let lengths: Vec<u64> = meshes.all.iter().map(|mesh| mesh.saved_length()).collect();

        let mut header = [0; HEADER];
        header[..3].copy_from_slice(&FORMAT.words(8 * size_of::<T>() as u32));
        let counted = [
            names.len(),
            floats.len(),
            shared.len(),
            counts.len(),
            planes.len(),
            lengths.len(),
            still.nodes().len(),
            moving.nodes().len(),
        ];
        header[3..11].copy_from_slice(&counted.map(|count| count as u64));
        header[11] = self.store.next();
        header[12] = u64::from(frame.is_some());
        let numbers = frame.map_or([0.0; 4], |frame| frame.parts());
        header[13..17].copy_from_slice(&numbers.map(f64::to_bits));
        let plans = [still.plan(), moving.plan()].into_iter().flatten();
        header[17..21].iter_mut().zip(plans).for_each(|(word, x)| *word = u64::from(x.to_bits()));
        let sections: [&[u8]; 11] = [
            bytemuck::cast_slice(&header),
            bytemuck::cast_slice(&names),
            bytemuck::cast_slice(&kinds),
            bytemuck::cast_slice(&floats),
            bytemuck::cast_slice(&shared),
            bytemuck::cast_slice(&counts),
            bytemuck::cast_slice(&planes),
            bytemuck::cast_slice(&lengths),
            bytemuck::cast_slice(still.nodes()),
            bytemuck::cast_slice(moving.nodes()),
            bytemuck::cast_slice(moving.drifts()),
        ];
        bytes::save(&sections, &mut sink)?;
        for mesh in &meshes.all {
            // The bytes written so far end with a checksum, which begins a line of 64 bytes; zeros
            // complete that line.
            sink(&[0; LINE][..LINE - CHECKSUM])?;
            mesh.save(&mut sink)?;
        }
        Ok(())
    }

    /// Returns the bytes that [`Scene::save`] writes, in one piece.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::in_one_piece(|sink| self.save(sink))
    }

    /// Returns whether bytes begin like a saved scene; the first eight bytes are enough.
    pub fn is_saved(bytes: &[u8]) -> bool {
        FORMAT.begins(bytes)
    }

    /// Creates a scene from the bytes that [`Scene::save`] wrote; the items keep their names.
    ///
    /// Trees and meshes are not parsed but used in place: in a `Vec<u8>`, in a memory-mapped file,
    /// or in another owner of bytes, which must always return the same bytes. Items are parsed. A
    /// tree is copied once the scene is changed. If the address of the bytes is not a multiple of
    /// 64, the bytes are copied; the address of a mapped file is such a multiple.
    ///
    /// # Cost
    /// Each byte is read for the checksum, and each item is constructed: a million balls take some
    /// tenths of a second.
    ///
    /// # Errors
    /// Bytes that are not a saved scene with this scalar, or that have changed since they were
    /// written. The checksum is no protection against forgery: anybody can compute it for a scene
    /// that returns wrong answers. This function never panics.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, LoadError, Point, Scene, Sphere};
    /// let mut scene = Scene::new();
    /// let ball = scene.insert(Inflated::new(Point::new([3.0, 0.0, 0.0])?, 1.0)?);
    /// let mut bytes = scene.to_bytes();
    ///
    /// let loaded = Scene::from_bytes(bytes.clone())?;
    /// let hit = Sphere::new([0.0, 0.0, 0.0], 1.0)?.moving([1.0, 0.0, 0.0])?.first_contact(&loaded);
    /// assert_eq!(hit.contact().map(|hit| (hit.time, hit.feature.item)), Some((1.0, ball)));
    ///
    /// bytes[300] ^= 1;
    /// assert!(matches!(Scene::<f64>::from_bytes(bytes), Err(LoadError::Checksum { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, LoadError> {
        let bytes: Bytes = Arc::new(bytes);
        let given: &[u8] = (*bytes).as_ref();
        let header: [u64; HEADER] = FORMAT.header(given, 8 * size_of::<T>() as u32)?;
        let wrong_length = |expected| LoadError::Length { found: given.len() as u64, expected };
        let length =
            |word: usize, size: usize| usize::try_from(header[word]).ok()?.checked_mul(size);
        let lengths = [
            length(3, size_of::<u64>()),
            length(3, size_of::<u32>()),
            length(4, size_of::<T>()),
            length(5, size_of::<u32>()),
            length(6, size_of::<u32>()),
            length(7, size_of::<[[T; 3]; 2]>()),
            length(8, size_of::<u64>()),
            length(9, size_of::<SceneNode>()),
            length(10, size_of::<SceneNode>()),
            length(10, size_of::<Lanes>()),
        ];
        let (places, end) =
            bytes::places(HEADER * size_of::<u64>(), lengths).ok_or(wrong_length(u64::MAX))?;
        let end = end.saturating_add(CHECKSUM);
        if given.len() < end {
            return Err(wrong_length(end as u64));
        }
        // This is after the check of the length, so bytes that are too short are never copied.
        let bytes = aligned(bytes);
        let all: &[u8] = (*bytes).as_ref();
        bytes::verified(all.get(..end).unwrap_or_default(), FORMAT.otherwise)?;
        let [names, kinds, floats, shared, counts, planes, lengths, still, moving, drifts] = places;
        let buffer = |place| Buffer::<u32>::shared(&bytes, place).ok_or(ITEMS);
        let names = Buffer::<u64>::shared(&bytes, names).ok_or(ITEMS)?;
        let floats = Buffer::<T>::shared(&bytes, floats).ok_or(ITEMS)?;
        let planes = Buffer::<[[T; 3]; 2]>::shared(&bytes, planes).ok_or(ITEMS)?;
        let lengths = Buffer::<u64>::shared(&bytes, lengths).ok_or(ITEMS)?;
        let (kinds, shared, counts) = (buffer(kinds)?, buffer(shared)?, buffer(counts)?);

        let mut reader = Reader {
            floats: &floats,
            shared: &shared,
            polytopes: polytopes(&counts, &planes).map_err(|Odd| ITEMS)?,
            meshes: meshes(&bytes, end, &lengths)?,
        };
        let items = names.iter().zip(&*kinds).map(|(name, kind)| Ok((*name, reader.item(*kind)?)));
        let items = items.collect::<Result<Vec<_>, Odd>>().map_err(|Odd| ITEMS)?;
        if !reader.floats.is_empty() || !reader.shared.is_empty() {
            return Err(ITEMS);
        }
        let not_met = items.iter().filter(|(_, item)| !item.meets_capsules());
        let not_met: Vec<u64> = not_met.map(|(name, _)| *name).collect();
        let count = items.len();
        let store = Store::of_parts(items, header[11]).ok_or(ITEMS)?;
        let not_met = not_met.into_iter().filter_map(|name| store.name(name)).collect();

        let numbers = core::array::from_fn(|k| f64::from_bits(header[13 + k]));
        let frame = match header[12] {
            0 => None,
            _ => Some(SceneFrame::of_parts(numbers).ok_or(TREE)?),
        };
        let plan = |word: usize| [0, 1].map(|k| f32::from_bits(header[word + k] as u32));
        let trees = |spots: &mut _| {
            let [still, moving] =
                [still, moving].map(|place| Buffer::<SceneNode>::shared(&bytes, place));
            let drifts = Buffer::<Lanes>::shared(&bytes, drifts)?;
            let still = SceneTree::of_parts(still?, None, plan(17), spots)?;
            Some([still, SceneTree::of_parts(moving?, Some(drifts), plan(19), spots)?])
        };
        let places = Places::of_parts(count, frame, trees).ok_or(TREE)?;
        Ok(Self { store, places, not_met })
    }
}

fn polytopes<T: Scalar>(
    counts: &[u32],
    mut planes: &[[[T; 3]; 2]],
) -> Result<Vec<Arc<Polytope<T, 3>>>, Odd> {
    let mut polytopes = Vec::new();
    for &count in counts {
        let (own, rest) = planes.split_at_checked(count as usize).ok_or(Odd)?;
        planes = rest;
        let own = own.iter().map(|[point, normal]| Plane::new(*point, *normal));
        polytopes.push(Arc::new(Polytope::new(own.collect::<Result<_, _>>()?)?));
    }
    if planes.is_empty() { Ok(polytopes) } else { Err(Odd) }
}

/// The meshes, which follow the checksum of the rest of the scene.
fn meshes<T: Scalar>(
    bytes: &Bytes,
    mut end: usize,
    lengths: &[u64],
) -> Result<Vec<Arc<Mesh<T>>>, LoadError> {
    let all: &[u8] = (**bytes).as_ref();
    let mut meshes = Vec::new();
    for &length in lengths {
        let start = end.saturating_add(LINE - CHECKSUM);
        end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        if end > all.len() {
            break;
        }
        if all[start - (LINE - CHECKSUM)..start].iter().any(|&byte| byte != 0) {
            return Err(LoadError::Contents("meshes"));
        }
        let place = start..end;
        meshes.push(Arc::new(Mesh::from_bytes(Within { bytes: Arc::clone(bytes), place })?));
    }
    let is_all = meshes.len() == lengths.len() && end == all.len();
    let wrong = LoadError::Length { found: all.len() as u64, expected: end as u64 };
    if is_all { Ok(meshes) } else { Err(wrong) }
}
