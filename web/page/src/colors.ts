// The colours of the page are named in look.css, and only there. Drawings in space read them from
// there.

const NAMES = [
  'stage', 'grid', 'ink', 'start', 'contact', 'moving', 'path', 'face', 'edge', 'vertex', 'target', 'outline', 'point', 'entry', 'mesh', 'hit', 'missed', 'drift',
] as const;

export type Colors = Record<(typeof NAMES)[number], string>;

/** The colours of the present theme. */
export function colors(): Colors {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('i');
  document.body.append(probe);
  const found = {} as Colors;
  for (const name of NAMES) {
    probe.style.color = style.getPropertyValue(`--${name}`);
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

/** The scale of contact times, dark to bright: viridis, at even steps. */
export const SCALE = ['#440154', '#46317e', '#365b8c', '#277e8e', '#1fa187', '#49c16d', '#9fd938', '#fde725'];
