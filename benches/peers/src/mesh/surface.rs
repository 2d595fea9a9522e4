//! A mesh as read from a file, its size, and a finer mesh of the same shape.

use std::collections::HashMap;

#[derive(Clone, Default)]
pub struct Surface {
    pub vertices: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The corners of a triangle in `f64`.
    pub fn corners(&self, triangle: [u32; 3]) -> [[f64; 3]; 3] {
        triangle.map(|i| self.vertices[i as usize].map(f64::from))
    }

    /// The box about all triangles.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for vertex in self.triangles.iter().flat_map(|&triangle| self.corners(triangle)) {
            for k in 0..3 {
                bounds[0][k] = bounds[0][k].min(vertex[k]);
                bounds[1][k] = bounds[1][k].max(vertex[k]);
            }
        }
        bounds
    }

    pub fn diagonal(&self) -> f64 {
        let [min, max] = self.bounds();
        (0..3).map(|k| (max[k] - min[k]) * (max[k] - min[k])).sum::<f64>().sqrt()
    }

    /// Scales by a power of two, exactly, so that the diagonal is 10 to 20: engines have tolerances
    /// of about a centimetre and take the unit for a metre. Returns the factor.
    pub fn scale_for_engines(&mut self) -> f32 {
        let mut factor = 1.0f32;
        let diagonal = self.diagonal();
        while diagonal * f64::from(factor) < 10.0 {
            factor *= 2.0;
        }
        while diagonal * f64::from(factor) >= 20.0 {
            factor /= 2.0;
        }
        self.vertices.iter_mut().flatten().for_each(|x| *x *= factor);
        factor
    }

    /// Cuts each triangle into four, on a surface that is smooth except at its borders.
    ///
    /// Source: C. Loop, *Smooth Subdivision Surfaces Based on Triangles*, 1987, with the weights of
    /// J. Warren for the vertices; along borders, and where more than two triangles share an edge,
    /// the cubic spline.
    pub fn subdivided(&self) -> Self {
        let old: Vec<[f64; 3]> = self.vertices.iter().map(|v| v.map(f64::from)).collect();
        // Each edge, with the vertices across it.
        let mut edges: HashMap<[u32; 2], (u32, Vec<u32>)> = HashMap::new();
        let mut order = Vec::new();
        for t in &self.triangles {
            for k in 0..3 {
                let edge = ordered(t[k], t[(k + 1) % 3]);
                let number = edges.len() as u32;
                let (_, across) = edges.entry(edge).or_insert_with(|| {
                    order.push(edge);
                    (number, Vec::new())
                });
                across.push(t[(k + 2) % 3]);
            }
        }
        let sum = |terms: &[(f64, u32)]| -> [f64; 3] {
            std::array::from_fn(|k| terms.iter().map(|&(w, i)| w * old[i as usize][k]).sum())
        };
        let mut neighbours = vec![(Vec::new(), Vec::new()); old.len()];
        let mut middles = Vec::with_capacity(order.len());
        for &edge @ [a, b] in &order {
            let across = &edges[&edge].1;
            let border = across.len() != 2;
            for (i, j) in [(a, b), (b, a)] {
                let (inner, outer) = &mut neighbours[i as usize];
                if border { outer.push(j) } else { inner.push(j) }
            }
            middles.push(if border {
                sum(&[(0.5, a), (0.5, b)])
            } else {
                sum(&[(0.375, a), (0.375, b), (0.125, across[0]), (0.125, across[1])])
            });
        }
        let moved = (0..old.len() as u32).map(|i| {
            let (inner, outer) = &neighbours[i as usize];
            let (own, each, around) = match (outer.len(), inner.len()) {
                (2, _) => (0.75, 0.125, outer),
                (0, n @ 1..) => {
                    let weight = if n == 3 { 0.1875 } else { 0.375 / n as f64 };
                    (1.0 - weight * n as f64, weight, inner)
                }
                _ => (1.0, 0.0, outer),
            };
            let mut terms = vec![(own, i)];
            terms.extend(around.iter().map(|&j| (each, j)));
            sum(&terms)
        });
        let vertices = moved.chain(middles).map(|v| v.map(|x| x as f32)).collect();
        let middle = |a, b| old.len() as u32 + edges[&ordered(a, b)].0;
        let triangles = self.triangles.iter().flat_map(|&[a, b, c]| {
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        });
        Self { vertices, triangles: triangles.collect() }
    }
}

fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
