// A walk as an address: the level, or a small file with its name; the body; the run with its
// checksum; and the view.

import { LEVELS, type LevelName } from './level';
import { BODIES, type BodyName } from './rules';

export interface Asked {
  level: LevelName;
  /** A dropped file, packed, which replaces a level. */
  data?: string;
  name?: string;
  /** The body of the walker, by default a capsule. */
  body?: BodyName;
  run?: string;
  sum?: string;
  isFirst: boolean;
  /** Whether the camera follows the textbook controller. */
  isOther?: boolean;
  /** Whether y is up in the dropped file. */
  isYUp?: boolean;
}

const LONGEST = 60_000;

/** The walk that an address asks for. A refused value is reported, and keeps its initial value. */
export function fromAddress(hash: string): { asked: Asked; wrong: string[] } {
  const asked: Asked = { level: 'small', isFirst: false };
  const wrong: string[] = [];
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const refuse = (wanted: string) => {
      const said = value.length > 40 ? `${value.slice(0, 40)}…` : value;
      wrong.push(`In the address, ${key.slice(0, 40)} is ${JSON.stringify(said)}: it must be ${wanted}.`);
    };
    if (key === 'level') {
      if (Object.hasOwn(LEVELS, value)) asked.level = value as LevelName;
      else refuse(`one of ${Object.keys(LEVELS).join(', ')}`);
    } else if (key === 'data') {
      if (/^[\w-]*$/.test(value) && value.length <= LONGEST) asked.data = value;
      else refuse('a file that this page has packed');
    } else if (key === 'name') asked.name = value.slice(0, 200);
    else if (key === 'body') {
      if (Object.hasOwn(BODIES, value)) asked.body = value as BodyName;
      else refuse(`one of ${Object.keys(BODIES).join(', ')}`);
    } else if (key === 'run') {
      if (/^[\w-]*$/.test(value)) asked.run = value;
      else refuse('a run that this page has written');
    } else if (key === 'sum') {
      if (/^[0-9a-f]{16}$/.test(value)) asked.sum = value;
      else refuse('sixteen digits of a checksum');
    } else if (key === 'view') {
      if (['first', 'third', 'textbook'].includes(value)) [asked.isFirst, asked.isOther] = [value === 'first', value === 'textbook'];
      else refuse('first, third or textbook');
    } else if (key === 'up') {
      if (value === 'y' || value === 'z') asked.isYUp = value === 'y';
      else refuse('y or z');
    } else wrong.push(`In the address, ${JSON.stringify(key.slice(0, 40))} is nothing that this page has.`);
  }
  return { asked, wrong };
}

export function address({ level, data, name, body, run, sum, isFirst, isOther, isYUp }: Asked): string {
  const parts = new URLSearchParams(data ? { name: name ?? 'a file', data } : { level });
  if (data && isYUp) parts.set('up', 'y');
  if (body === 'box') parts.set('body', body);
  if (isFirst || isOther) parts.set('view', isFirst ? 'first' : 'textbook');
  if (run) parts.set('run', run);
  if (sum) parts.set('sum', sum);
  return `#${parts}`;
}
