// The request of a state, in the protocol of the engine, and the same query as a program.

import { written } from './exact';
import { BODIES, OBSTACLES, python, rust, type Body, type Fields, type Obstacle, type Value } from './shapes';
import { hollowOf, isLeg, roundingOf, WAYS, type State } from './state';

/** JSON in which each float has the shortest text that reads back. */
export function json(value: Value): string {
  if (typeof value === 'number') return written(value);
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${json(part)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The body and the target of a request. In the plane they are a circle and a turned rectangle,
 * with the names that they have in space. */
function subject(state: State) {
  const { view, words } = state;
  const [mover, target, question] = view === 'circle' ? ['sphere', 'oriented_box', 'first_contact'] : [words.mover, words.target, words.question];
  const body: Body = BODIES[mover];
  const obstacle: Obstacle = OBSTACLES[target];
  return {
    mover, body, obstacle, question, mesh: words.mesh, name: obstacle.name ?? target, isMoving: question === 'first_contact',
    isHollow: hollowOf(state), rounding: roundingOf(state), way: wayOf(state, 'way'), targetWay: wayOf(state, 'target_way'),
  };
}

/** A motion with a velocity, or from a point to a point. */
interface Way {
  velocity: number[];
  leg?: { from: number[]; to: number[] };
}

function wayOf(state: State, key: string): Way {
  const { velocity, to, begin } = WAYS[key];
  const { numbers } = state;
  return { velocity: numbers[velocity], ...(isLeg(state, key) ? { leg: { from: begin(state), to: numbers[to] } } : {}) };
}

/** The request of a state of the circle or of the sphere. */
export function request(state: State): Fields {
  const { numbers: n } = state;
  const { mover, name, body, obstacle, question, mesh, isMoving, isHollow, rounding, way, targetWay } = subject(state);
  const flag = (set: boolean): Fields => (set ? { hollow: true } : {});
  const moving = (fields: Fields): Fields => (isMoving ? fields : {});
  const own: Fields = way.leg ? { to: way.leg.to } : { velocity: way.velocity };
  const its: Fields = targetWay.leg ? { ...targetWay.leg } : { velocity: targetWay.velocity };
  const moved: Fields = { ...body.asked(n), ...moving(own), ...flag(isHollow.body) };
  return {
    query: question,
    ...(body.solid ? { mover: { [mover]: moved } } : { [mover]: moved }),
    [name]: { ...obstacle.asked(n, mesh), ...(rounding ? { radius: rounding } : {}), ...moving(its), ...flag(isHollow.target) },
    ...(isMoving ? { more: true, exact: true } : {}),
  };
}

/** The request of the whole contact of two solids, if both are solids that move. */
export function requestOfTouched(state: State): Fields | undefined {
  const { body, obstacle, isMoving } = subject(state);
  if (!isMoving || !body.solid || !obstacle.solid) return undefined;
  const { more: _, exact: __, ...fields } = request(state);
  return { ...fields, query: 'touched' };
}

/** The query as a Rust program. */
export function asRust(state: State): string {
  const { numbers: n } = state;
  const { body, obstacle, question, mesh, isMoving, isHollow, rounding, way, targetWay } = subject(state);
  const mover = body.rust(n);
  const { uses, made, isLent, given } = obstacle.rust(n, mesh);
  const used = new Set(['InputError', ...mover.uses, ...uses]);
  const hollow = (on: boolean, text: string) => (on ? (used.add('Hollow'), `Hollow(${text})`) : text);
  const rounded = (text: string) => (rounding ? (used.add('Inflated'), `Inflated::new(${text}, ${rust(rounding)})?`) : text);
  const still = (text: string) => (used.add('Moving'), `Moving::still(${text})`);
  const moving = (text: string, { velocity, leg }: Way) => {
    if (!isMoving) return text;
    return leg ? `${still(text)}.between(${rust(leg.from)}, ${rust(leg.to)})?` : `${text}.moving(${rust(velocity)})?`;
  };
  // A solid at rest shares a point with the obstacle if they are in contact without moving.
  const isStill = body.solid !== undefined && !isMoving;
  const own = isStill ? still(mover.made) : way.leg && !body.solid ? `${mover.made}.moving_to(${rust(way.leg.to)})?` : moving(mover.made, way);
  const lines = given ? [given.about] : [];
  lines.push(`    let body = ${hollow(isHollow.body, own)};`);
  if (isLent && (isMoving || rounding)) lines.push(`    let shape = ${made};`, `    let obstacle = ${moving(rounding ? rounded('&shape') : targetWay.leg ? '&shape' : 'shape', targetWay)};`);
  else lines.push(`    let obstacle = ${hollow(isHollow.target, moving(rounded(made), targetWay))};`);
  lines.push(`    println!("{:?}", body.${isStill ? 'has_contact' : question}(&obstacle));`);
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

/** The query as a Python program. */
export function asPython(state: State): string {
  const { numbers: n } = state;
  const { body, obstacle, question, mesh, isMoving, isHollow, rounding, way, targetWay } = subject(state);
  const between = ({ from, to }: { from: number[]; to: number[] }) => `to=${python(to)}, from_=${python(from)}`;
  const own = way.leg ? `to=${python(way.leg.to)}` : `velocity=${python(way.velocity)}`;
  const its = targetWay.leg ? between(targetWay.leg) : `velocity=${python(targetWay.velocity)}`;
  const moved = targetWay.leg ? `.moving_to(${between(targetWay.leg).replace(/^to=/, '')})` : `.moving(${python(targetWay.velocity)})`;
  const moving = (said: string) => (isMoving ? `, ${said})` : ')');
  const later = `)${rounding ? `.rounded(${python(rounding)})` : ''}${isMoving ? moved : ''}`;
  const drift = obstacle.isMovedLater ? later : `${rounding ? `, radius=${python(rounding)}` : ''}${moving(its)}`;
  const wrap = (on: boolean, text: string) => (on ? `tangency.Hollow(tangency.${text})` : `tangency.${text}`);
  return [
    'import tangency',
    '',
    `body = ${wrap(isHollow.body, `${body.python(n)}${moving(own)}`)}`,
    `obstacle = ${wrap(isHollow.target, `${obstacle.python(n, mesh)}${drift}`)}`,
    `print(tangency.${question}(body, obstacle))`,
    '',
  ].join('\n');
}

/** The query as a program in JavaScript, with the package. */
export function asJavaScript(state: State): string {
  const { more: _, exact: __, ...fields } = request(state);
  const isMesh = subject(state).name === 'mesh';
  const lines = Object.entries(fields).map(([key, value]) => `  ${key}: ${literal(value)},\n`);
  return [
    ...(isMesh ? ["import { readFile } from 'node:fs/promises';"] : []),
    `import { load, ${isMesh ? 'Mesh, ' : ''}query } from 'tangency';`,
    '',
    'await load();',
    ...(isMesh ? [`Mesh.fromFile(await readFile(${JSON.stringify(state.words.mesh)}), ${JSON.stringify(state.words.mesh)}).name(${JSON.stringify(state.words.mesh)});`] : []),
    `console.log(query({\n${lines.join('')}}));`,
    '',
  ].join('\n');
}

/** A value as a literal of JavaScript. */
function literal(value: Value): string {
  if (typeof value === 'number') return written(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object') return `{ ${Object.entries(value).map(([key, part]) => `${key}: ${literal(part)}`).join(', ')} }`;
  return JSON.stringify(value);
}
