// The question that a state asks, in the engine's protocol, and the same question as a program.

import { written } from './exact';
import { BODIES, OBSTACLES, python, rust, type Body, type Fields, type Obstacle, type Value } from './shapes';
import { hollowOf, roundingOf, type State } from './state';

/** JSON in which every float is the shortest that reads back. */
export function json(value: Value): string {
  if (typeof value === 'number') return written(value);
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${json(part)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** What a state asks about: in the plane a circle and a turned rectangle, in the words of space. */
function subject(state: State) {
  const { view, words } = state;
  const [mover, target, question] = view === 'circle' ? ['sphere', 'oriented_box', 'first_contact'] : [words.mover, words.target, words.question];
  const body: Body = BODIES[mover];
  const obstacle: Obstacle = OBSTACLES[target];
  return {
    mover, body, obstacle, question, mesh: words.mesh, name: obstacle.name ?? target, isMoving: question === 'first_contact',
    isHollow: hollowOf(state), rounding: roundingOf(state),
  };
}

/** The request of a state of the circle or of the sphere. */
export function request(state: State): Fields {
  const { numbers: n } = state;
  const { mover, name, body, obstacle, question, mesh, isMoving, isHollow, rounding } = subject(state);
  const flag = (set: boolean): Fields => (set ? { hollow: true } : {});
  const way = (velocity: number[]): Fields => (isMoving ? { velocity } : {});
  return {
    query: question,
    [mover]: { ...body.asked(n), ...way(n.velocity), ...flag(isHollow.body) },
    [name]: { ...obstacle.asked(n, mesh), ...(rounding ? { radius: rounding } : {}), ...way(n.drift), ...flag(isHollow.target) },
    ...(isMoving ? { more: true, exact: true } : {}),
  };
}

/** The question as a Rust program. */
export function asRust(state: State): string {
  const { numbers: n } = state;
  const { body, obstacle, question, mesh, isMoving, isHollow, rounding } = subject(state);
  const mover = body.rust(n);
  const { uses, made, isLent, given } = obstacle.rust(n, mesh);
  const used = new Set(['InputError', ...mover.uses, ...uses]);
  const hollow = (on: boolean, text: string) => (on ? (used.add('Hollow'), `Hollow(${text})`) : text);
  const rounded = (text: string) => (rounding ? (used.add('Rounded'), `Rounded::new(${text}, ${rust(rounding)})?`) : text);
  const way = (text: string, velocity: number[]) => (isMoving ? `${text}.moving(${rust(velocity)})?` : text);
  const lines = given ? [given.about] : [];
  lines.push(`    let body = ${hollow(isHollow.body, way(mover.made, n.velocity))};`);
  if (isLent && (isMoving || rounding)) lines.push(`    let shape = ${made};`, `    let obstacle = ${way(rounding ? rounded('&shape') : 'shape', n.drift)};`);
  else lines.push(`    let obstacle = ${hollow(isHollow.target, way(rounded(made), n.drift))};`);
  lines.push(`    println!("{:?}", body.${question}(&obstacle));`);
  return [
    `use tangency::{${[...used].sort().join(', ')}};`,
    '',
    `fn ${given ? 'ask' : 'main'}(${given?.parameters ?? ''}) -> Result<(), InputError> {`,
    ...lines,
    '    Ok(())',
    '}',
    '',
  ].join('\n');
}

/** The question as a Python program. */
export function asPython(state: State): string {
  const { numbers: n } = state;
  const { body, obstacle, question, mesh, isMoving, isHollow, rounding } = subject(state);
  const way = (velocity: number[]) => (isMoving ? `, velocity=${python(velocity)})` : ')');
  const later = `)${rounding ? `.rounded(${python(rounding)})` : ''}${isMoving ? `.moving(${python(n.drift)})` : ''}`;
  const drift = obstacle.isMovedLater ? later : `${rounding ? `, radius=${python(rounding)}` : ''}${way(n.drift)}`;
  const wrap = (on: boolean, text: string) => (on ? `tangency.Hollow(tangency.${text})` : `tangency.${text}`);
  return [
    'import tangency',
    '',
    `body = ${wrap(isHollow.body, `${body.python(n)}${way(n.velocity)}`)}`,
    `obstacle = ${wrap(isHollow.target, `${obstacle.python(n, mesh)}${drift}`)}`,
    `print(tangency.${question}(body, obstacle))`,
    '',
  ].join('\n');
}
