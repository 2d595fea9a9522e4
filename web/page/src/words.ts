// Counts in words.

/** A number as people read it, and the thing that it counts: one triangle, two triangles. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
