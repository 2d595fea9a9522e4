/** Requests and replies as text, which keeps every number exactly. */

import { meant } from './columns.js';
import { TangencyError } from './error.js';

/** The depth of nesting that no valid request has. An object that contains itself has no end. */
const DEEPEST = 100;

/**
 * Writes JSON that keeps the sign of zero, writes typed arrays as arrays, and NaN and infinities as
 * strings. A `t_max` of `Infinity` is left out.
 */
export function stringifyRequest(value: unknown, depth = 0): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return `"${value}"`;
    return Object.is(value, -0) ? '-0.0' : String(value);
  }
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth > DEEPEST) throw new TangencyError(`the request is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    return `[${Array.from(value as ArrayLike<unknown>, (element) => stringifyRequest(element, depth + 1)).join(',')}]`;
  }
  const fields = Object.entries(value).filter(([name, field]) => field !== undefined && !(name === 't_max' && field === Infinity));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${stringifyRequest(field, depth + 1)}`).join(',')}}`;
}

/** The fields with floats of the request's type, or with objects that have such fields. */
const FLOATS = new Set([
  'time', 'center', 'point', 'other_point', 'normal', 'time_down', 'last_time', 'contact_time', 'contacts', 'touched', 'points', 'first_pair', 'pairs',
  'penetration', 'direction', 'depth', 'section', 'radius', 'closest', 'on_axis', 'distance', 'signed_distance', 'position', 'legs', 'left', 'from', 'floor',
  'ceiling', 'platform_velocity', 'walker', 'axis', 'velocity', 'carried',
]);

/**
 * Parses a reply; `"inf"` becomes Infinity. The decimals of an `f32` stand for that float, not for
 * the nearest `f64`.
 */
export function parseReply(line: string, isNarrow: boolean): unknown {
  const reply = floats(JSON.parse(line), isNarrow);
  if (typeof reply.error === 'string') reply.error = inProtocol(reply.error);
  return reply;
}

/**
 * Returns the error of a request. For an unknown field it adds a question that suggests the known
 * one; the fields of the protocol are spelled as `t_max`.
 */
export function inProtocol(error: string): string {
  const [, unknown, known] = / has the field (\S+), known are (.+)$/.exec(error) ?? [];
  return error + (unknown && known ? meant(unknown, known.split(', ')) : '');
}

function floats(value: any, isNarrow: boolean): any {
  if (typeof value === 'number') return isNarrow ? Math.fround(value) : value;
  if (value === 'inf') return Infinity;
  if (value === '-inf') return -Infinity;
  if (Array.isArray(value)) return value.map((element) => floats(element, isNarrow));
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(([name, field]) => [name, FLOATS.has(name) ? floats(field, isNarrow) : field]);
    return Object.fromEntries(fields);
  }
  return value;
}
