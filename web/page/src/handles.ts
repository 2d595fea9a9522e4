// Handles over a drawing: buttons, so that fingers, keys and screen readers reach them as a mouse
// does.

export interface Placed {
  key: string;
  label: string;
  tag: string;
  x: number;
  y: number;
  seen: boolean;
}

/**
 * The places of a name next to its point: to the right or left, below or above, and how far away.
 */
const SIDES = [4, 20, 36].flatMap((away) => [[1, -1, away], [1, 1, away], [-1, -1, away], [-1, 1, away]]);

export class Handles {
  /** Called when the user takes a handle. */
  onTake: (key: string) => void = () => {};
  /** Called with the movement of a handle since it was taken, in CSS pixels, and away from the
   * camera in the same unit. */
  onMove: (key: string, dx: number, dy: number, away: number) => void = () => {};

  #buttons = new Map<string, HTMLButtonElement>();
  #tags = new Map<string, HTMLElement>();
  #placed: Placed[] = [];

  constructor(
    readonly host: HTMLElement,
    readonly hint: string,
  ) {}

  /** Moves the handles to their places, and removes handles that no longer exist. */
  place(handles: Placed[]): void {
    for (const [key, button] of this.#buttons) {
      if (handles.some((handle) => handle.key === key)) continue;
      button.remove();
      this.#buttons.delete(key);
    }
    for (const { key, label, tag, x, y, seen } of handles) {
      const button = this.#buttons.get(key) ?? this.#make(key);
      button.ariaLabel = button.title = label;
      button.dataset.tag = tag;
      button.hidden = !seen;
      button.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
    this.#placed = handles;
  }

  /**
   * Shows names at points that cannot be dragged. They are placed after the handles, since no name
   * may cover another.
   */
  mark(marks: Placed[]): void {
    for (const [key, tag] of this.#tags) {
      if (marks.some((mark) => mark.key === key)) continue;
      tag.remove();
      this.#tags.delete(key);
    }
    for (const { key, tag, x, y, seen } of marks) {
      let element = this.#tags.get(key);
      if (!element) {
        element = document.createElement('span');
        element.className = 'mark';
        element.dataset.key = key;
        element.ariaHidden = 'true';
        this.host.append(element);
        this.#tags.set(key, element);
      }
      element.dataset.tag = tag;
      element.hidden = !seen;
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
    this.#arrange(marks);
  }

  /** Puts each name on the first side of its point on which it covers no other name and no point.
   * The sides are: right above, right below, left above, left below, then the same farther up or
   * down. */
  #arrange(marks: Placed[]): void {
    const all = [...this.#placed, ...marks].filter(({ seen }) => seen);
    const height = matchMedia('(min-width: 2000px)').matches ? 15 : 12;
    const taken = all.map(({ x, y }) => [x - 8, y - 8, x + 8, y + 8]);
    for (const { key, tag, x, y } of all) {
      const width = 0.66 * height * tag.length;
      const boxes = SIDES.map(([right, down, away]) => {
        const [left, top] = [right > 0 ? x + 12 : x - 12 - width, down > 0 ? y + away : y - away - height];
        return [left, top, left + width, top + height];
      });
      const isFree = ([a, b, c, d]: number[]) => taken.every(([p, q, r, s]) => c <= p || r <= a || d <= q || s <= b);
      const isInside = ([a, , c]: number[]) => a >= 0 && c <= this.host.clientWidth;
      const inside = boxes.findIndex((box) => isFree(box) && isInside(box));
      const side = inside < 0 ? Math.max(0, boxes.findIndex(isFree)) : inside;
      taken.push(boxes[side]);
      const element = (this.#tags.get(key) ?? this.#buttons.get(key))!;
      element.dataset.side = String(side % 4);
      element.style.setProperty('--away', `${SIDES[side][2]}px`);
    }
  }

  #make(key: string): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'handle';
    button.dataset.key = key;
    button.setAttribute('aria-describedby', this.hint);
    let from: { x: number; y: number } | undefined;
    button.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      event.stopPropagation();
      button.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY };
      this.onTake(key);
    });
    button.addEventListener('pointermove', (event) => {
      if (from) this.onMove(key, event.clientX - from.x, event.clientY - from.y, 0);
    });
    for (const end of ['pointerup', 'pointercancel'] as const) button.addEventListener(end, () => (from = undefined));
    button.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 1 : 10;
      const ways: Record<string, [number, number, number]> = {
        ArrowLeft: [-step, 0, 0],
        ArrowRight: [step, 0, 0],
        ArrowUp: [0, -step, 0],
        ArrowDown: [0, step, 0],
        PageUp: [0, 0, step],
        PageDown: [0, 0, -step],
      };
      const way = ways[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.onTake(key);
      this.onMove(key, ...way);
    });
    this.host.append(button);
    this.#buttons.set(key, button);
    return button;
  }
}
