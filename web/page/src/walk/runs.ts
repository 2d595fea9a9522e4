// Runs to look at. The tour is that of `tests/cases/walk/run.json`; a test replays them all.

import type { LevelName } from './level';

export interface Run {
  title: string;
  level: LevelName;
  run: string;
  sum: string;
}

export const RUNS: Run[] = [
  {
    title: 'A tour of the course',
    level: 'small',
    run: 'AgBkAZEPAYgXAUMPAUIPAUEeAeQtAeYDAdcPAdY8AdQPAZkPAeEFARUtARQPARAIAcQPAcMPAcEKAQcPAQYLAcQPAcMPAcQBAY0PAYwPAaUPAa8FEa8BAa8JAb4LAeYPAegBAR4UER4BAR4nER0BAR0EAQsUEQsBAQsYAQkPEfYBAfYGAWJaAV4PAVYPAVUDAQIPAQEPAQIPAQEPAQIIAUUUEUUBAUUYAUQPEUQBAUQOAUIPAUAKEUABAUAEATQJARwPASEPASUPASMPAT4PAUIFAY4eAY0PAYwPAYseAYkPAYcPAYUyAUwPAUoFEUoBAUoJAUgPAUUPAZgPAZMPAWkBAUMPAUIPAUMPAX5LAYACAUUPAUQFEUQBAUQCAcAeAb8PAcAO',
    sum: '18d169419a934ebb',
  },
  {
    title: 'Backwards through the slot',
    level: 'small',
    run: 'AgBf',
    sum: '26530015999636bd',
  },
  {
    title: 'A sliver in the hills stops the textbook’s',
    level: 'large',
    run: 'AQxaAQseEQseDwseEQ4eEQ0eAQseAQoeEQgeEQceAckeAcseAc14EQIeAQIeCQIeAQkeAQg8ATcK',
    sum: 'de021cb459de2da9',
  },
];
