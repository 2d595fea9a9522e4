// Sample runs: first three of the walker, then runs in which the textbook controller ends stuck,
// which a search over some hundred thousand steps has found. The tour is the run of
// `tests/cases/walk/run.json`; a test replays them all, and `node test/runs.mjs --write` renews
// their checksums after an intended change of the walker.

import type { LevelName } from './level';
import type { BodyName } from './rules';

export interface Run {
  title: string;
  level: LevelName;
  body?: BodyName;
  run: string;
  sum: string;
  /** Whether the textbook controller is left behind, and the camera follows it. */
  isFailure?: boolean;
}

export const RUNS: Run[] = [
  {
    title: 'A tour of the course',
    level: 'small',
    run: 'AgBkAZEPAYgXAUMPAUIPAUEeAeQtAeYDAdcPAdY8AdQPAZkPAeEFARUtARQPARAIAcQPAcMPAcEKAQcPAQYLAcQPAcMPAcQBAY0PAYwPAaUPAa8FEa8BAa8JAb4LAeYPAegBAR4UER4BAR4nER0BAR0EAQsUEQsBAQsYAQkPEfYBAfYGAWJaAV4PAVYPAVUDAQIPAQEPAQIPAQEPAQIIAUUUEUUBAUUYAUQPEUQBAUQOAUIPAUAKEUABAUAEATQJARwPASEPASUPASMPAT4PAUIFAY4eAY0PAYwPAYseAYkPAYcPAYUyAUwPAUoFEUoBAUoJAUgPAUUPAZgPAZMPAWkBAUMPAUIPAUMPAX5LAYACAUUPAUQFEUQBAUQCAcAeAb8PAcAO',
    sum: 'd1501df38b772c66',
  },
  {
    title: 'Backwards through the slot',
    level: 'small',
    run: 'AgBf',
    sum: '26530015999636bd',
  },
  {
    title: 'As a box through the slot',
    level: 'small',
    body: 'box',
    run: 'AgBf',
    sum: 'dfd64b78dcea36bd',
  },
  {
    title: 'Stuck between a wall and a box',
    level: 'small',
    run: 'AbOaAQG7GxG7AQG7DgWpQgW2QAHsiAE',
    sum: 'adae84d714986556',
    isFailure: true,
  },
  {
    title: 'Stuck at the foot of a ramp',
    level: 'small',
    run: 'AaZOAUYwAR1qAUk8AdZy',
    sum: 'b77cdd2491207cf7',
    isFailure: true,
  },
  {
    title: 'Left outside the slot',
    level: 'small',
    run: 'AYB2',
    sum: 'e520df016d2ceb25',
    isFailure: true,
  },
  {
    title: 'Stuck on a sliver in the hills',
    level: 'large',
    run: 'AQxaAQseEQseDwseEQ4eEQ0eAQseAQoeEQgeEQceAckeAcseAc14EQIeAQIeCQIeAQkeAQg8ATcK',
    sum: 'b401de40df7ef9d6',
    isFailure: true,
  },
];
