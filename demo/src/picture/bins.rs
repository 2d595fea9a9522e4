//! A grid of bins over a rectangle, to find the few objects near a place.

/// For each cell of a grid, the indices of the objects that may reach into the cell.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    min: [f64; 2],
    cell: f64,
    columns: usize,
    rows: usize,
    things: Vec<Vec<usize>>,
}

impl Bins {
    /// Empty bins over a rectangle.
    pub(super) fn over(min: [f64; 2], max: [f64; 2], cell: f64) -> Self {
        let count = |axis: usize| ((max[axis] - min[axis]) / cell).max(0.0) as usize + 1;
        let (columns, rows) = (count(0), count(1));
        Self { min, cell, columns, rows, things: vec![Vec::new(); columns * rows] }
    }

    /// Puts an object into all cells within `reach` of a place.
    pub(super) fn put(&mut self, thing: usize, [x, y]: [f64; 2], reach: f64) {
        let Some((left, right)) = self.span(0, self.columns, x, reach) else { return };
        let Some((first, last)) = self.span(1, self.rows, y, reach) else { return };
        for row in first..=last {
            for bin in &mut self.things[row * self.columns + left..=row * self.columns + right] {
                bin.push(thing);
            }
        }
    }

    /// Puts an object into all cells within `reach` of a straight line.
    pub(super) fn put_line(&mut self, thing: usize, a: [f64; 2], b: [f64; 2], reach: f64) {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let length = (dx * dx + dy * dy).sqrt();
        // Half a cell's diagonal is less than 0.71 cells, so an object that touches the cell is
        // within this reach of the middle of the cell.
        let wide = reach + 0.71 * self.cell;
        let near = |middle: [f64; 2]| {
            let [px, py] = [middle[0] - a[0], middle[1] - a[1]];
            let t = if length > 0.0 { (px * dx + py * dy) / (length * length) } else { 0.0 };
            let t = t.clamp(0.0, 1.0);
            let [ex, ey] = [px - t * dx, py - t * dy];
            ex * ex + ey * ey <= wide * wide
        };
        let low = [a[0].min(b[0]), a[1].min(b[1])];
        let high = [a[0].max(b[0]), a[1].max(b[1])];
        let middle = |axis: usize| (low[axis] + high[axis]) / 2.0;
        let extent = |axis: usize| (high[axis] - low[axis]) / 2.0 + reach;
        let Some((left, right)) = self.span(0, self.columns, middle(0), extent(0)) else { return };
        let Some((first, last)) = self.span(1, self.rows, middle(1), extent(1)) else { return };
        for row in first..=last {
            for column in left..=right {
                let place = |axis: usize, i: usize| self.min[axis] + (i as f64 + 0.5) * self.cell;
                if near([place(0, column), place(1, row)]) {
                    self.things[row * self.columns + column].push(thing);
                }
            }
        }
    }

    /// The objects that may reach a place.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> &[usize] {
        let column = ((x - self.min[0]) / self.cell).floor();
        let row = ((y - self.min[1]) / self.cell).floor();
        if column < 0.0 || row < 0.0 || column >= self.columns as f64 || row >= self.rows as f64 {
            return &[];
        }
        &self.things[row as usize * self.columns + column as usize]
    }

    /// The first and last cell within reach along an axis, if there is one.
    fn span(&self, axis: usize, count: usize, at: f64, reach: f64) -> Option<(usize, usize)> {
        let first = ((at - reach - self.min[axis]) / self.cell).floor().max(0.0);
        let last = ((at + reach - self.min[axis]) / self.cell).floor().min(count as f64 - 1.0);
        (first <= last).then_some((first as usize, last as usize))
    }
}
