// The pictures in space, in a thread of their own: the page does not wait for what is drawn. Of several scenes that come faster than they can be
// drawn, the last is.

import type { Answer } from './answer';
import type { Eye } from './camera';
import type { Colors } from './colors';
import { Renderer } from './renderer';
import { Space } from './space';
import type { State } from './state';

/** What is to be seen. */
export type Scene = { kind: 'body'; state: State; answer: Answer; time: number } | { kind: 'rain'; time: number };

/** What the page sends. */
export type Order =
  | { kind: 'open'; canvas: OffscreenCanvas }
  | { kind: 'size'; width: number; height: number; ratio: number }
  | { kind: 'colors'; colors: Colors }
  | { kind: 'eye'; eye: Eye }
  | { kind: 'surface'; name: string; positions: Float32Array; triangles: Uint32Array }
  | { kind: 'drops'; drops: Float32Array; times: [number, number] }
  | { kind: 'show'; scene: Scene; surface?: string };

let renderer: Renderer | undefined;
let space: Space | undefined;
let wanted: { scene: Scene; surface?: string } | undefined;
let last = 0;
let drawn = 0;

/** Things are made of the scene once they are about to be drawn. */
function make(): void {
  drawn = last;
  if (!wanted) return;
  const { scene, surface } = wanted;
  wanted = undefined;
  if (scene.kind === 'body') {
    renderer!.setGround(surface === undefined ? -1.25 : -1.7);
    space!.show(scene.state, scene.answer, scene.time, surface);
  } else {
    renderer!.setGround(-1.7);
    space!.rain(scene.time, surface!);
  }
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; order: Order }>) => {
  const { id, order } = data;
  last = id;
  if (order.kind === 'open') {
    try {
      renderer = new Renderer(order.canvas);
      space = new Space(renderer);
      renderer.beforeDrawing = make;
      renderer.onDrawn = (took) => postMessage({ drawn, took });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  if (!renderer || !space) return;
  switch (order.kind) {
    case 'size':
      renderer.setSize(order.width, order.height, order.ratio);
      break;
    case 'colors':
      space.setColors(order.colors);
      break;
    case 'eye':
      renderer.setEye(order.eye);
      break;
    case 'surface':
      space.setSurface(order.name, order.positions, order.triangles);
      break;
    case 'drops':
      space.setDrops(order.drops, order.times);
      break;
    case 'show':
      wanted = order;
      renderer.invalidate();
      break;
  }
});
