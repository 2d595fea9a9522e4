// The picture in space on the page: a canvas that another thread draws on, and the camera, which
// drags, fingers, the wheel and keys move.

import type { Answer } from './answer';
import { camera, moved, project, type Camera, type Eye } from './camera';
import type { Colors } from './colors';
import type { Landed, Surface } from './engine';
import { extentOf, framed, frameOf, into, limits, outOf, placing, rounded, viewOf, type Extent, type Frame, type View } from './framing';
import type { Order, Scene } from './picture.worker';
import { isYUp, type State } from './state';

export class Stage {
  readonly canvas = document.createElement('canvas');
  /** Called when the user has turned or moved the camera. */
  onEye: (eye: Eye) => void = () => {};
  /** Called if there is no WebGL2. */
  onFailed: () => void = () => {};

  #worker = new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module' });
  #eye: Eye = [0, 0, 1, 0, 0, 0];
  #camera!: Camera;
  #extent: Extent = { low: [-1, -1, -1], high: [1, 1, 1], ground: -1.25 };
  #frame: Frame = { origin: [0, 0, 0], unit: 1 };
  #view!: View;
  /** The present scene; it is sent again if the frame changes. */
  #scene?: () => Scene;
  #surface?: Surface;
  #width = 1;
  #height = 1;
  /** The objects that the other thread has already. */
  #sent = new WeakSet<object>();
  #orders = 0;

  /** Throws if no other thread can draw. */
  constructor(readonly host: HTMLElement) {
    const canvas = this.canvas.transferControlToOffscreen();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<{ drawn: number; took: number } | { failed: string }>) => {
      if ('failed' in data) {
        this.canvas.remove();
        this.onFailed();
        return;
      }
      // The time of the last picture, and whether the picture contains all that was sent.
      host.dataset.frame = data.took.toFixed(1);
      host.dataset.drawn = String(data.drawn === this.#orders);
    });
    this.#send({ kind: 'open', canvas }, [canvas]);
    host.prepend(this.canvas);
    new ResizeObserver(() => this.#resize()).observe(host);
    this.#resize();
    this.#listen();
  }

  #send(order: Order, transfer: Transferable[] = []): void {
    this.#worker.postMessage({ id: ++this.#orders, order }, transfer);
    this.host.dataset.drawn = 'false';
  }

  setColors(colors: Colors): void {
    this.#send({ kind: 'colors', colors });
  }

  setEye(eye: Eye): void {
    this.#eye = eye;
    const { origin, unit } = this.#frame;
    this.#aim();
    if (this.#scene && (unit !== this.#frame.unit || origin.some((x, k) => x !== this.#frame.origin[k]))) this.#sendScene();
    else this.#send({ kind: 'eye', view: this.#view });
  }

  /** The unit of line widths and of the grid, to which drags are rounded. */
  get unit(): number {
    return this.#frame.unit;
  }

  #aim(): void {
    this.#frame = frameOf(this.#eye, this.#extent);
    this.#view = viewOf(this.#eye, this.#extent, this.#frame);
    this.#camera = camera(this.#view.eye, this.#width, this.#height);
  }

  /** Shows a body and its target at a time; the surface is the mesh, if the target is one. */
  show(state: State, answer: Answer, time: number, surface?: Surface): void {
    this.#show(state, surface, () => {
      const [ofState, ofAnswer] = framed(this.#frame, state, answer);
      return { kind: 'body', state: ofState, answer: ofAnswer, time, placing: surface && placing(this.#frame, surface) };
    });
  }

  /** Shows many spheres at a time; a sphere stops at its contact. */
  rain(state: State, landed: Landed, surface: Surface, time: number): void {
    if (!this.#sent.has(landed)) {
      this.#sent.add(landed);
      const { drops, times } = landed;
      this.#send({ kind: 'drops', drops, times }, [drops.buffer]);
    }
    const { source, spread } = state.numbers;
    // Spheres that the command has cast may start anywhere.
    const corners = Number.isFinite(landed.took) ? [[-1, -1], [1, -1], [1, 1], [-1, 1]] : [];
    const square = () => corners.map(([i, j]) => into(this.#frame, isYUp(state) ? [source[0] + i * spread[0], source[1], source[2] + j * spread[0]] : [source[0] + i * spread[0], source[1] + j * spread[0], source[2]]));
    this.#show(state, surface, () => ({ kind: 'rain', time, placing: placing(this.#frame, surface), drops: placing(this.#frame, landed), square: square() }));
  }

  #show(state: State, surface: Surface | undefined, scene: () => Scene): void {
    if (surface && !this.#sent.has(surface)) {
      this.#sent.add(surface);
      const { name, positions, triangles } = surface;
      this.#send({ kind: 'surface', name, positions, triangles }, [positions.buffer, triangles.buffer]);
    }
    [this.#scene, this.#surface, this.#extent] = [scene, surface, extentOf(state, surface)];
    this.#aim();
    this.#sendScene();
  }

  #sendScene(): void {
    this.#send({ kind: 'show', scene: this.#scene!(), surface: this.#surface?.name, view: this.#view });
  }

  /** The position of a point of space on the host, in CSS pixels, and whether it is in front of
   * the camera. */
  project(p: readonly number[]): { x: number; y: number; seen: boolean } {
    return project(this.#camera, into(this.#frame, p));
  }

  /** A shift on the screen in CSS pixels, and away from the camera, as a vector of space at the
   * depth of `p`. */
  moved(p: readonly number[], dx: number, dy: number, away = 0): number[] {
    return outOf(this.#frame, moved(this.#camera, into(this.#frame, p), dx, dy, away));
  }

  #resize(): void {
    this.#width = Math.max(1, this.host.clientWidth);
    this.#height = Math.max(1, this.host.clientHeight);
    this.#aim();
    this.#send({ kind: 'size', width: this.#width, height: this.#height, ratio: devicePixelRatio });
  }

  #turn(change: (eye: Eye) => void): void {
    const eye = [...this.#eye];
    change(eye);
    eye[0] = ((((eye[0] + 180) % 360) + 360) % 360) - 180;
    eye[1] = Math.min(89, Math.max(-89, eye[1]));
    // Only a change is limited, so that a camera that is already beyond the limits does not jump.
    const [least, most] = limits(this.#extent);
    eye[2] = Math.min(Math.max(most, this.#eye[2]), Math.max(Math.min(least, this.#eye[2]), eye[2]));
    const next = eye.map((x, k) => rounded(x, k < 2 ? 1 : this.unit, 2));
    this.setEye(next);
    this.onEye(next);
  }

  /** Shifts the middle of the picture, by pixels. */
  #pan(dx: number, dy: number): void {
    this.#turn((eye) => {
      [eye[3], eye[4], eye[5]] = this.moved(eye.slice(3, 6), -dx, -dy);
    });
  }

  #listen(): void {
    const { canvas } = this;
    const fingers = new Map<number, { x: number; y: number }>();
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener('pointermove', (event) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (fingers.size === 2) {
        const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
        const before = Math.hypot(from.x - other.x, from.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        this.#turn((eye) => (eye[2] *= before / Math.max(after, 1)));
        this.#pan(dx / 2, dy / 2);
      } else if (event.buttons & 6 || event.shiftKey) {
        this.#pan(dx, dy);
      } else {
        this.#turn((eye) => {
          eye[0] -= dx * 0.35;
          eye[1] += dy * 0.35;
        });
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.#turn((eye) => (eye[2] *= Math.exp(event.deltaY * 0.001)));
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 1 : 6;
      const turns: Record<string, (eye: Eye) => void> = {
        ArrowLeft: (eye) => (eye[0] -= step),
        ArrowRight: (eye) => (eye[0] += step),
        ArrowUp: (eye) => (eye[1] += step),
        ArrowDown: (eye) => (eye[1] -= step),
        '+': (eye) => (eye[2] /= 1.1),
        '=': (eye) => (eye[2] /= 1.1),
        '-': (eye) => (eye[2] *= 1.1),
      };
      const turn = turns[event.key];
      if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#turn(turn);
    });
  }
}
