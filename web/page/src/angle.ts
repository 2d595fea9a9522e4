// Rotations in degrees, for users: about one axis in the plane; in space about x, then y, then z.
// Requests contain the numbers of the rotation itself.

const DEGREE = Math.PI / 180;

/** The angles of a rotation: one for `[z, w]`, three for `[x, y, z, w]`. */
export function degreesOf(rotation: readonly number[]): number[] {
  const size = Math.hypot(...rotation) || 1;
  const unit = rotation.map((x) => x / size);
  const tidy = (angle: number) => Number((angle / DEGREE).toFixed(4)) + 0;
  const turn = (angle: number) => tidy(Math.atan2(Math.sin(angle), Math.cos(angle)));
  if (unit.length === 2) return [turn(2 * Math.atan2(unit[0], unit[1]))];
  const [x, y, z, w] = unit;
  return [
    tidy(Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))),
    tidy(Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x))))),
    tidy(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))),
  ];
}

/** A rotation by these angles; it is exact for a whole number of right angles. */
export function rotationOf(degrees: readonly number[]): number[] {
  // For right angles both components have the same magnitude, since a quaternion may have any
  // length.
  const half = (angle: number): [number, number] => {
    const quarters = ((angle % 360) + 360) % 360 / 90;
    if (Number.isInteger(quarters)) return [[0, 1], [1, 1], [1, 0], [1, -1]][quarters] as [number, number];
    return [Math.sin((angle * DEGREE) / 2), Math.cos((angle * DEGREE) / 2)];
  };
  if (degrees.length === 1) return half(degrees[0]);
  const [[sx, cx], [sy, cy], [sz, cz]] = degrees.map(half);
  return [
    sx * cy * cz - cx * sy * sz,
    cx * sy * cz + sx * cy * sz,
    cx * cy * sz - sx * sy * cz,
    cx * cy * cz + sx * sy * sz,
  ].map((x) => x + 0);
}
