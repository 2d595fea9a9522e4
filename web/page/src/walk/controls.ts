// Inputs by keys, the pointer and fingers: which keys are pressed, and the change of the heading.

import { element } from '../element';
import { AHEAD, BACK, LEFT, RIGHT, UP } from './rules';

const KEYS: Record<string, number> = { KeyW: AHEAD, ArrowUp: AHEAD, KeyS: BACK, ArrowDown: BACK, KeyA: LEFT, KeyD: RIGHT, Space: UP };
const TURNS: Record<string, number> = { ArrowLeft: 1, ArrowRight: -1, KeyQ: 1, KeyE: -1 };
/** The number of pixels of a drag that turn the figure by one heading. */
const PIXELS = 3;

export class Controls {
  /** Called when the pressed keys have changed. */
  onKeys: (keys: number, turn: number) => void = () => {};
  /**
   * Called with the headings by which to turn to the left, and the degrees by which to tilt down.
   */
  onTurn: (by: number, down: number) => void = () => {};
  /** Called with a factor for the distance of the camera. */
  onZoom: (times: number) => void = () => {};

  #held = new Set<string>();
  #pad = 0;
  #jump = 0;
  #sent = '0 0';

  constructor(canvas: HTMLElement, touch: HTMLElement) {
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.code in KEYS || event.code in TURNS)) return;
      const on = event.target as HTMLElement;
      if (on.closest('input:not([type="checkbox"])')) return;
      // A key that a focused control uses is left to that control. Letters always walk, also after
      // a choice of a level.
      if (event.code === 'Space' && on.closest('button, a, input, select, summary')) return;
      if (event.code.startsWith('Arrow') && on.closest('select, pre')) return;
      event.preventDefault();
      this.#held.add(event.code);
      this.#send();
    });
    document.addEventListener('keyup', ({ code }) => {
      if (this.#held.delete(code)) this.#send();
    });
    addEventListener('blur', () => this.release());
    this.#drag(canvas);
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.onZoom(Math.exp(event.deltaY * 0.001));
      },
      { passive: false },
    );
    this.#fingers(touch);
  }

  /** Releases all keys. */
  release(): void {
    this.#held.clear();
    this.#pad = this.#jump = 0;
    this.#send();
  }

  #send(): void {
    let [keys, turn] = [this.#pad | this.#jump, 0];
    for (const code of this.#held) {
      keys |= KEYS[code] ?? 0;
      turn += TURNS[code] ?? 0;
    }
    turn = Math.sign(turn);
    const sent = `${keys} ${turn}`;
    if (sent === this.#sent) return;
    this.#sent = sent;
    this.onKeys(keys, turn);
  }

  #drag(canvas: HTMLElement): void {
    let [at, rest] = [{ id: -1, x: 0, y: 0 }, 0];
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      at = { id: event.pointerId, x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerId !== at.id) return;
      rest += (at.x - event.clientX) / PIXELS;
      const by = Math.trunc(rest);
      rest -= by;
      this.onTurn(by, (event.clientY - at.y) * 0.25);
      at = { id: at.id, x: event.clientX, y: event.clientY };
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => (at.id = -1));
  }

  /** A pad for walking and a button for jumping, on touch screens. */
  #fingers(host: HTMLElement): void {
    const knob = element('i');
    const pad = element('div', { class: 'walkpad', 'aria-hidden': 'true' }, knob);
    const jump = element('button', { type: 'button', class: 'jump' }, 'Jump');
    host.append(pad, jump);
    const coarse = matchMedia('(pointer: coarse)');
    const show = () => (host.hidden = !coarse.matches);
    coarse.addEventListener('change', show);
    show();
    const walk = (event: PointerEvent) => {
      const box = pad.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.x) / box.width - 0.5, 0.5 - (event.clientY - box.y) / box.height];
      const far = Math.hypot(x, y);
      this.#pad = 0;
      if (far > 0.12) {
        // The direction is the nearest of eight.
        if (y > 0.38 * far) this.#pad |= AHEAD;
        if (y < -0.38 * far) this.#pad |= BACK;
        if (x > 0.38 * far) this.#pad |= RIGHT;
        if (x < -0.38 * far) this.#pad |= LEFT;
      }
      const to = Math.min(1, 0.5 / (far || 1));
      knob.style.translate = `${x * to * box.width}px ${-y * to * box.height}px`;
      this.#send();
    };
    pad.addEventListener('pointerdown', (event) => {
      pad.setPointerCapture(event.pointerId);
      walk(event);
    });
    pad.addEventListener('pointermove', (event) => {
      if (pad.hasPointerCapture(event.pointerId)) walk(event);
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      pad.addEventListener(end, () => {
        this.#pad = 0;
        knob.style.translate = '';
        this.#send();
      });
      jump.addEventListener(end, () => {
        this.#jump = 0;
        this.#send();
      });
    }
    jump.addEventListener('pointerdown', () => {
      this.#jump = UP;
      this.#send();
    });
  }
}
