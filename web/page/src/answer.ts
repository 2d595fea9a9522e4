// The answers of the engine, parsed from lines of JSON.

import type { Surd } from './exact';

type Feature = { kind?: string; index?: number; sides?: number[]; planes?: number[]; vertices?: number[] };

export interface Answer {
  status?: 'contact' | 'overlap' | 'none';
  time?: number;
  center?: number[];
  point?: number[];
  /** The other end of the contact of a capsule or of a solid, if that is a segment. */
  other_point?: number[] | null;
  normal?: number[] | null;
  feature?: Feature | null;
  triangle?: number;
  approach?: string;
  time_down?: number;
  last_time?: number | null;
  penetration?: { direction: number[]; depth: number } | null;
  exact?: { time: Surd; center: Surd[]; point: Surd[] };
  intersects?: boolean;
  containment?: string;
  /** The whole contact of two solids, from a query of its own. */
  touched?: { points: number[][]; mover_feature: Feature } | null;
  error?: string;
}

/** Parses a line. In the line, a number beyond the largest float is "inf". */
export function read(line: string): Answer {
  return JSON.parse(line, (_, value) => (value === 'inf' ? Infinity : value === '-inf' ? -Infinity : value));
}

const SIDE = ['min', 'between', 'max'];

/** The touched feature in words. */
export function featureName(answer: Pick<Answer, 'feature' | 'triangle'>): string {
  const { feature, triangle } = answer;
  if (!feature) return '—';
  const of = triangle === undefined ? '' : ` of triangle ${triangle}`;
  if (feature.sides) {
    const axes = feature.sides.length;
    const count = feature.sides.filter((side) => side !== 0).length;
    const kind = axes - count === 0 ? 'vertex' : axes - count === 1 ? 'edge' : 'face';
    const where = feature.sides.map((side, k) => (side ? `${'xyz'[k]} ${SIDE[side + 1]}` : '')).filter(Boolean);
    return `${kind} (${where.join(', ')})`;
  }
  if (feature.planes) {
    const kind = ['body', 'face', 'edge'][feature.planes.length] ?? 'vertex';
    return `${kind} (plane${feature.planes.length > 1 ? 's' : ''} ${feature.planes.join(', ')})`;
  }
  if (feature.vertices) {
    const kind = ['body', 'vertex', 'edge'][feature.vertices.length] ?? 'face';
    return [kind, feature.vertices.join(', ')].join(' ').trim();
  }
  return feature.kind === 'face' ? `face${of}` : `${feature.kind} ${feature.index}${of}`;
}

/** The answer in a sentence, as it is spoken. */
export function inWords(answer: Answer): string {
  if (answer.error) return answer.error;
  if (answer.intersects !== undefined) return answer.intersects ? 'They share a point.' : 'They share no point.';
  if (answer.containment) return { inside: 'Inside.', outside: 'Outside.', intersecting: 'It crosses the boundary.' }[answer.containment] ?? answer.containment;
  if (answer.status === 'overlap') return 'Overlap: they share more than a touch from the start.';
  if (answer.status === 'none') return 'No contact.';
  return `First contact at T = ${short(answer.time!)}, on the ${featureName(answer)}, ${answer.approach}.`;
}

/** A number with a few digits, for a sentence. */
export function short(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(6))) : x > 0 ? '∞' : '−∞';
}
