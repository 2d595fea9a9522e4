// The levels, with everything that is hard for a controller. They use only + - * / on floats and
// whole numbers, so that their bits are the same in every browser. The small level is in
// `tests/cases/walk/small.obj` too, and a test compares.

export interface Level {
  vertices: Float64Array;
  triangles: Uint32Array;
  start: number[];
}

type V3 = readonly [number, number, number];

export const LEVELS = { small: 'Course, some 800 triangles', large: 'Course and hills, some 70,000 triangles' } as const;
export type LevelName = keyof typeof LEVELS;

/** A part of the level: its name, a hint for the visitor, and the position of its sign. */
export interface Station {
  name: string;
  goal: string;
  at: V3;
}

const COURSE: Station[] = [
  { name: 'Slot', goal: 'Walk through it: it is exactly as wide as the body.', at: [-3, 0, 1.4] },
  { name: 'Sloping roof', goal: 'Walk under it until it stops you.', at: [-7, 0, 3] },
  { name: 'Stairs', goal: 'Climb them, and go down the ramp behind them.', at: [4, 0, 2] },
  { name: 'Ramp of 45°', goal: 'Walk up: its slope is exactly the limit.', at: [-2, 6, 2] },
  { name: 'One ulp too steep', goal: 'Try to walk up: its slope is above the limit by the last bit of a float.', at: [0, 6, 2] },
  { name: 'Far too steep', goal: 'Try to walk up: you slide.', at: [2, 5.5, 2] },
  { name: 'Wedge', goal: 'Walk in from the west: its two walls meet at ten degrees.', at: [-6, -8, 1.5] },
  { name: 'Leaning wall', goal: 'Walk into it, and along it.', at: [-8.5, -5.5, 2] },
  { name: 'Twin walls', goal: 'Walk into them: two sheets without thickness, a nanometre apart.', at: [1.5, -6, 2] },
  { name: 'Boxes in boxes', goal: 'Climb them: each stands inside the next.', at: [0.5, -10.2, 1.4] },
  { name: 'Rubble', goal: 'Cross it: 160 triangles that cut each other, most of them slivers.', at: [7.2, -7.2, 1] },
  { name: 'Slivers in the floor', goal: 'Walk across: nothing should stop you.', at: [-7.5, 5.5, 0.8] },
  { name: 'Humps', goal: 'Walk across.', at: [-7.5, 10, 1.4] },
  { name: 'Pillars', goal: 'Find a way: some gaps are narrower than the body.', at: [7.5, 6.3, 2.7] },
  { name: 'Low roof', goal: 'Jump under it.', at: [8, 10, 2.1] },
];
const HILLS: Station = { name: 'Hills', goal: 'Through the gate, then anywhere: 67,000 triangles and 1,600 slivers.', at: [13, 0, 2] };

/** The stations of a level. */
export const stationsOf = (name: LevelName): Station[] => (name === 'large' ? [...COURSE, HILLS] : COURSE);

/** The first position of the feet, in line with the slot. */
const START = [0, 0, 0.25];
/** Half the side of the course. */
const HALF = 12;
/** The number of squares along each side of the hills. */
const CELLS = 184;

/** Pseudorandom whole numbers, which are the same for the same arguments. */
function hashed(i: number, j: number, seed: number): number {
  let h = Math.imul(i, 0x27d4eb2d) ^ Math.imul(j, 0x165667b1) ^ Math.imul(seed, 0x9e3779b9);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Hills by interpolation on a grid of such squares. */
function hills(x: number, y: number, square: number, seed: number): number {
  const [u, v] = [x / square, y / square];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const [s, t] = [smooth(u - i), smooth(v - j)];
  const near = hashed(i, j, seed) * (1 - s) + hashed(i + 1, j, seed) * s;
  const far = hashed(i, j + 1, seed) * (1 - s) + hashed(i + 1, j + 1, seed) * s;
  return near * (1 - t) + far * t;
}

class Soup {
  #vertices: number[] = [];
  #triangles: number[] = [];
  #known = new Map<string, number>();

  #vertex(p: V3): number {
    const name = p.join();
    let index = this.#known.get(name);
    if (index === undefined) {
      index = this.#known.size;
      this.#known.set(name, index);
      this.#vertices.push(...p);
    }
    return index;
  }

  triangle(a: V3, b: V3, c: V3): void {
    this.#triangles.push(this.#vertex(a), this.#vertex(b), this.#vertex(c));
  }

  /** Adds two triangles between four corners. */
  quad(a: V3, b: V3, c: V3, d: V3): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** Adds an upright sheet over a line, from one height to another. */
  wall(x0: number, y0: number, x1: number, y1: number, low: number, high: number): void {
    this.quad([x0, y0, low], [x1, y1, low], [x1, y1, high], [x0, y0, high]);
  }

  /** Adds a flat rectangle. */
  flat(x0: number, y0: number, x1: number, y1: number, z: number): void {
    this.quad([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]);
  }

  box([x0, y0, z0]: V3, [x1, y1, z1]: V3): void {
    this.flat(x0, y0, x1, y1, z1);
    this.wall(x0, y0, x1, y0, z0, z1);
    this.wall(x1, y0, x1, y1, z0, z1);
    this.wall(x1, y1, x0, y1, z0, z1);
    this.wall(x0, y1, x0, y0, z0, z1);
  }

  get made(): Level {
    return { vertices: Float64Array.from(this.#vertices), triangles: Uint32Array.from(this.#triangles), start: START };
  }
}

/** Adds triangles that cut each other, most of which are slivers. */
function rubble(soup: Soup, count: number, seed: number, place: (u: number, v: number, w: number) => V3): void {
  const THIN = [1, 0.1, 1e-3, 1e-9];
  for (let i = 0; i < count; i++) {
    let k = 0;
    const next = () => hashed(i, k++, seed);
    const at = place(next(), next(), next());
    const beside = (by: number): V3 => [at[0] + by * (next() - 0.5), at[1] + by * (next() - 0.5), at[2] + by * (next() - 0.5)];
    soup.triangle(at, beside(0.8), beside(THIN[i % 4]));
  }
}

/** Adds the course about the start. */
function course(soup: Soup, isOpen: boolean): void {
  // The floor consists of squares of two triangles each, cut along alternating diagonals.
  for (let i = -6; i < 6; i++) {
    for (let j = -6; j < 6; j++) {
      const [x, y] = [2 * i, 2 * j];
      if ((i + j) & 1) soup.quad([x, y, 0], [x + 2, y, 0], [x + 2, y + 2, 0], [x, y + 2, 0]);
      else soup.quad([x + 2, y, 0], [x + 2, y + 2, 0], [x, y + 2, 0], [x, y, 0]);
    }
  }
  // Around it are sheets without thickness. If there are hills, one side has a gate.
  for (let i = -6; i < 6; i++) {
    const [from, to] = [2 * i, 2 * i + 2];
    soup.wall(from, -HALF, to, -HALF, 0, 4);
    soup.wall(to, HALF, from, HALF, 0, 4);
    soup.wall(-HALF, to, -HALF, from, 0, 4);
    if (!isOpen || i < -1 || i > 0) soup.wall(HALF, from, HALF, to, 0, 4);
  }
  // In the east are stairs, a landing, and a ramp of 45 degrees down. All are hollow.
  for (let i = 0; i < 6; i++) {
    const [x, z] = [3 + 0.3125 * i, 0.25 * i];
    soup.quad([x, -1.5, z], [x, 1.5, z], [x, 1.5, z + 0.25], [x, -1.5, z + 0.25]);
    soup.flat(x, -1.5, x + 0.3125, 1.5, z + 0.25);
  }
  soup.flat(4.875, -1.5, 7, 1.5, 1.5);
  soup.quad([7, -1.5, 1.5], [8.5, -1.5, 0], [8.5, 1.5, 0], [7, 1.5, 1.5]);
  // In the north are three ramps side by side, which lead to a landing. Their slopes are at the
  // limit, above it by the last bit of a float, and far above it.
  soup.quad([-3, 5, 0], [-1, 5, 0], [-1, 7, 2], [-3, 7, 2]);
  soup.quad([-1, 5, 0], [1, 5, 0], [1, 7, 2.0000000000000004], [-1, 7, 2.0000000000000004]);
  soup.quad([1, 5, 0], [3, 5, 0], [3, 6, 2], [1, 6, 2]);
  soup.flat(-3, 7, 1, 9, 2);
  soup.flat(1, 6, 3, 9, 2);
  // In the west is a slot just as wide as the body, in line with the start.
  soup.wall(-6, 0.25, -3, 0.25, 0, 2.5);
  soup.wall(-6, -0.25, -3, -0.25, 0, 2.5);
  // Behind the slot a roof comes down to the floor.
  soup.quad([-11, 3, 0], [-7, 3, 0], [-7, -3, 3], [-11, -3, 3]);
  // In the south-west are two walls that meet at some ten degrees, a wall that leans, and a pit
  // between sheets, whose bottom is sharp.
  soup.wall(-2, -8, -7, -7.5, 0, 2.5);
  soup.wall(-2, -8, -7, -8.5, 0, 2.5);
  soup.quad([-10, -5, 0], [-7, -5, 0], [-7, -6.25, 2.5], [-10, -6.25, 2.5]);
  // In the south are walls that are apart by the breadth of an atom, and boxes that intersect each
  // other.
  soup.wall(0, -6, 3, -6, 0, 2);
  soup.wall(0, -6.000000001, 3, -6.000000001, 0, 2);
  soup.box([-1, -11, 0], [0.5, -9.5, 0.3125]);
  soup.box([0, -10.5, 0], [2, -9, 0.625]);
  soup.box([1, -11.5, 0], [1.75, -9.75, 0.9375]);
  // In the south-east is rubble.
  rubble(soup, 160, 1, (u, v, w) => [4.5 + 5.5 * u, -10 + 5.5 * v, 0.5 * w - 0.2]);
  // In the north-west are a fan of slivers in the floor, and a field of humps.
  for (let i = 0; i < 24; i++) soup.triangle([-10, 4, 0], [-5, 4 + i / 6, 0], [-5, 4 + (i + 1) / 6, 0]);
  const hump = (i: number, j: number): V3 => [-10.5 + i, 8.5 + 0.5 * j, i === 0 || i === 6 || j === 0 || j === 6 ? 0 : 0.75 * hashed(i, j, 2)];
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) soup.quad(hump(i, j), hump(i + 1, j), hump(i + 1, j + 1), hump(i, j + 1));
  // In the north-east are as many pillars as fit, some of which are closer than the body is wide,
  // and a low roof over them.
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 3; j++) {
      const [x, y] = [5 + 1.5 * i + 0.25 * j, 5 + 1.25 * j];
      soup.box([x, y, 0], [x + 0.5, y + 0.5, 2.5]);
    }
  }
  soup.quad([5, 9, 1.5], [11, 9, 1.5], [11, 11, 2.25], [5, 11, 2.25]);
}

export function level(name: LevelName): Level {
  const soup = new Soup();
  const isLarge = name === 'large';
  course(soup, isLarge);
  if (isLarge) {
    const side = 24;
    const grid = Array.from({ length: CELLS + 1 }, (_, i) =>
      Array.from({ length: CELLS + 1 }, (_, j): V3 => {
        const [x, y] = [HALF + (side * i) / CELLS, -HALF + (side * j) / CELLS];
        const high = 3 * hills(x, y, 6, 3) + 1.25 * hills(x, y, 2.5, 4) + 0.375 * hills(x, y, 0.75, 5) + 0.0625 * hashed(i, j, 6) - 1.5;
        const off = Math.min((x - HALF) / 3, 1);
        return [x, y, off * Math.max(high, 0.03125 * hashed(i, j, 7))];
      }),
    );
    for (let i = 0; i < CELLS; i++) {
      for (let j = 0; j < CELLS; j++) soup.quad(grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]);
    }
    for (let i = -6; i < 6; i++) {
      const [from, to] = [2 * i, 2 * i + 2];
      soup.wall(from + side, -HALF, to + side, -HALF, -1, 6);
      soup.wall(to + side, HALF, from + side, HALF, -1, 6);
      soup.wall(HALF + side, from, HALF + side, to, -1, 6);
    }
    rubble(soup, 1600, 8, (u, v, w) => [16 + 18 * u, -10 + 20 * v, 2.5 * w]);
  }
  return soup.made;
}
