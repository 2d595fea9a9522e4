// The question that a state asks, in the engine's protocol, and the same question as a program.

import { written, type State, type Target } from './state';
import type { Plane } from './listing';

type Value = number | string | boolean | Value[] | { [key: string]: Value };

/** JSON in which every float is the shortest that reads back. */
export function json(value: Value): string {
  if (typeof value === 'number') return written(value);
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${json(part)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The six planes of a frustum that looks along x: near, far, and the sides, exactly those of its numbers. */
export function frustumPlanes({ apex, depth, slope }: Record<string, number[]>): Plane[] {
  const at = (distance: number) => [apex[0] + distance, apex[1], apex[2]];
  return [
    { point: at(depth[0]), normal: [-1, 0, 0] },
    { point: at(depth[1]), normal: [1, 0, 0] },
    { point: apex, normal: [-slope[0], -1, 0] },
    { point: apex, normal: [-slope[0], 1, 0] },
    { point: apex, normal: [-slope[1], 0, -1] },
    { point: apex, normal: [-slope[1], 0, 1] },
  ];
}

/** The name of the target in the protocol, and its fields without the velocity. */
function target({ numbers: n, words }: State): [string, { [key: string]: Value }] {
  switch (words.target as Target) {
    case 'triangle':
      return ['triangle', { vertices: [n.a, n.b, n.c] }];
    case 'box':
      return ['box', { min: n.min, max: n.max }];
    case 'oriented_box':
      return ['oriented_box', { center: n.box_center, half_extents: n.half_extents, rotation: n.rotation }];
    case 'parallelepiped':
      return ['parallelepiped', { center: n.box_center, edges: [n.e0, n.e1, n.e2] }];
    case 'frustum':
      return ['polytope', { planes: frustumPlanes(n).map(({ point, normal }) => ({ point: [...point], normal: [...normal] })) }];
    case 'mesh':
      return ['mesh', { path: words.mesh }];
  }
}

/** The request of a state of the circle or of the sphere. */
export function request(state: State): { [key: string]: Value } {
  const { numbers: n, words, view } = state;
  if (view === 'circle') {
    return {
      query: 'first_contact',
      sphere: { center: n.center, radius: n.radius[0], velocity: n.velocity },
      oriented_box: { center: n.box_center, half_extents: n.half_extents, rotation: n.rotation, velocity: n.drift },
      more: true,
      exact: true,
    };
  }
  const isEllipsoid = words.mover === 'ellipsoid';
  const body: Record<string, Value> = { center: n.center, ...(isEllipsoid ? { radii: n.radii } : { radius: n.radius[0] }) };
  const [name, shape] = target(state);
  const mover = isEllipsoid ? 'ellipsoid' : 'sphere';
  if (words.question !== 'first_contact') {
    const hollow = words.target === 'box' && words.question === 'intersects' ? words.hollow : 'none';
    const flag = (set: boolean): Record<string, Value> => (set ? { hollow: true } : {});
    return {
      query: words.question,
      [mover]: { ...body, ...flag(hollow === 'body' || hollow === 'both') },
      [name]: { ...shape, ...flag(hollow === 'target' || hollow === 'both') },
    };
  }
  return {
    query: 'first_contact',
    [mover]: { ...body, velocity: n.velocity },
    [name]: { ...shape, velocity: n.drift },
    more: true,
    exact: true,
  };
}

/** A Rust float: always with a point or an exponent. */
function rust(x: number | readonly number[]): string {
  if (typeof x !== 'number') return `[${x.map(rust).join(', ')}]`;
  const text = written(x);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The question as a Rust program. */
export function asRust(state: State): string {
  const { numbers: n, words, view } = state;
  const isEllipsoid = words.mover === 'ellipsoid' && view === 'sphere';
  const uses = new Set<string>([isEllipsoid ? 'Ellipsoid' : 'Sphere']);
  const body = isEllipsoid ? `Ellipsoid::new(${rust(n.center)}, ${rust(n.radii)})?` : `Sphere::new(${rust(n.center)}, ${rust(n.radius[0])})?`;
  const lines: string[] = [];
  let shape: string;
  let isBorrowed = false;
  const kind = view === 'circle' ? 'oriented_box' : (words.target as Target);
  switch (kind) {
    case 'triangle':
      uses.add('Triangle');
      shape = `Triangle::new(${rust(n.a)}, ${rust(n.b)}, ${rust(n.c)})?`;
      break;
    case 'box':
      uses.add('AlignedBox');
      shape = `AlignedBox::new(${rust(n.min)}, ${rust(n.max)})?`;
      break;
    case 'oriented_box':
      uses.add('OrientedBox').add('Rotation');
      shape = `OrientedBox::new(${rust(n.box_center)}, ${rust(n.half_extents)}, Rotation::<f64, ${n.rotation.length === 2 ? 2 : 3}>::new(${rust(n.rotation)})?)?`;
      break;
    case 'parallelepiped':
      uses.add('Parallelepiped');
      shape = `Parallelepiped::new(${rust(n.box_center)}, [${[n.e0, n.e1, n.e2].map(rust).join(', ')}])?`;
      break;
    case 'frustum':
      uses.add('Plane').add('Polytope');
      isBorrowed = true;
      shape = `Polytope::new(vec![\n${frustumPlanes(n)
        .map(({ point, normal }) => `        Plane::new(${rust(point)}, ${rust(normal)})?,\n`)
        .join('')}    ])?`;
      break;
    case 'mesh':
      uses.add('Mesh');
      isBorrowed = true;
      lines.push(`    // The vertices and triangles of ${words.mesh}.`);
      shape = 'Mesh::new(vertices, triangles)?';
      break;
  }
  const isStatic = view === 'sphere' && words.question !== 'first_contact';
  if (isStatic) {
    const hollow = kind === 'box' && words.question === 'intersects' ? words.hollow : 'none';
    const wrap = (on: boolean, text: string) => (on ? (uses.add('Hollow'), `Hollow(${text})`) : text);
    lines.push(`    let body = ${wrap(hollow === 'body' || hollow === 'both', body)};`);
    lines.push(`    let obstacle = ${wrap(hollow === 'target' || hollow === 'both', shape)};`);
    lines.push(`    println!("{:?}", body.${words.question}(&obstacle));`);
  } else {
    lines.push(`    let body = ${body}.moving(${rust(n.velocity)})?;`);
    if (isBorrowed) lines.push(`    let shape = ${shape};`, `    let obstacle = shape.moving(${rust(n.drift)})?;`);
    else lines.push(`    let obstacle = ${shape}.moving(${rust(n.drift)})?;`);
    lines.push('    println!("{:?}", body.first_contact(&obstacle));');
  }
  const parameters = kind === 'mesh' ? 'vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>' : '';
  const name = kind === 'mesh' ? 'ask' : 'main';
  return [
    `use tangency::{${['InputError', ...uses].sort().join(', ')}};`,
    '',
    `fn ${name}(${parameters}) -> Result<(), InputError> {`,
    ...lines,
    '    Ok(())',
    '}',
    '',
  ].join('\n');
}

/** The question as a Python program. */
export function asPython(state: State): string {
  const { numbers: n, words, view } = state;
  const isStatic = view === 'sphere' && words.question !== 'first_contact';
  const py = (x: number | readonly number[]): string => (typeof x === 'number' ? written(x) : `[${x.map(py).join(', ')}]`);
  const isEllipsoid = words.mover === 'ellipsoid' && view === 'sphere';
  const kind = view === 'circle' ? 'oriented_box' : (words.target as Target);
  const way = (velocity: number[]) => (isStatic ? '' : `, velocity=${py(velocity)}`);
  const size = isEllipsoid ? `Ellipsoid(${py(n.center)}, ${py(n.radii)}` : `Sphere(${py(n.center)}, ${py(n.radius[0])}`;
  const drift = way(n.drift);
  const shapes: Record<Target, () => string> = {
    triangle: () => `Triangle(${py(n.a)}, ${py(n.b)}, ${py(n.c)}${drift})`,
    box: () => `Box(${py(n.min)}, ${py(n.max)}${drift})`,
    oriented_box: () => `OrientedBox(${py(n.box_center)}, ${py(n.half_extents)}, tangency.Rotation(${py(n.rotation)})${drift})`,
    parallelepiped: () => `Parallelepiped(${py(n.box_center)}, [${[n.e0, n.e1, n.e2].map(py).join(', ')}]${drift})`,
    frustum: () => `Polytope([\n${frustumPlanes(n).map(({ point, normal }) => `    tangency.Plane(${py(point)}, ${py(normal)}),\n`).join('')}]${drift})`,
    mesh: () => `Mesh.from_file(${JSON.stringify(words.mesh)})${isStatic ? '' : `.moving(${py(n.drift)})`}`,
  };
  const hollow = isStatic && kind === 'box' && words.question === 'intersects' ? words.hollow : 'none';
  const wrap = (on: boolean, text: string) => (on ? `tangency.Hollow(tangency.${text})` : `tangency.${text}`);
  return [
    'import tangency',
    '',
    `body = ${wrap(hollow === 'body' || hollow === 'both', `${size}${way(n.velocity)})`)}`,
    `obstacle = ${wrap(hollow === 'target' || hollow === 'both', shapes[kind]())}`,
    `print(tangency.${isStatic ? words.question : 'first_contact'}(body, obstacle))`,
    '',
  ].join('\n');
}
