// runs.mjs [--write]: walks the sample runs, and prints or writes the checksums of their positions. It needs the built package.

import { readFile, writeFile } from 'node:fs/promises';
import { load, Mesh, Walker } from '../../dist/index.js';
import { walkModules } from './modules.mjs';

const { rules, level: levels, runs: { RUNS } } = await walkModules('rules', 'level', 'runs');
await load();

/** The checksum over all positions of a walker with these inputs. */
function sumOf({ level, body = 'capsule', run }) {
  const { vertices, triangles, start } = levels.level(level);
  const mesh = new Mesh(vertices, triangles);
  const can = { maxSlope: rules.MAX_SLOPE, stepHeight: rules.STEP_HEIGHT, snapDistance: rules.SNAP_DISTANCE };
  const walker = new Walker(rules.bodyAt(body, start, 1), can);
  const sum = new rules.Checksum();
  for (const [keys, heading] of rules.Inputs.read(run, 1e6)) {
    rules.urge(walker.velocity, keys, walker.floor !== null, 1);
    sum.add(walker.step(rules.wish(keys, heading, 1), mesh).position);
  }
  walker.free();
  mesh.free();
  return `${sum}`;
}

const file = new URL('../src/walk/runs.ts', import.meta.url);
let text = await readFile(file, 'utf8');
for (const run of RUNS) {
  const sum = sumOf(run);
  console.log(`${sum} ${sum === run.sum ? 'as before' : `was ${run.sum}`}: ${run.title}`);
  text = text.replace(`sum: '${run.sum}'`, `sum: '${sum}'`);
}
if (process.argv.includes('--write')) await writeFile(file, text);
