// The pictures in space, in a thread of their own: the page does not wait for drawing. If scenes
// arrive faster than they can be drawn, only the last is drawn.

import type { Answer } from './answer';
import type { Colors } from './colors';
import type { Placing, View } from './framing';
import { Renderer } from './renderer';
import { Space } from './space';
import type { State } from './state';

/** The scene, in lengths of the picture. The mesh is placed at `placing`, and the spheres over it
 * at `drops`. */
export type Scene =
  | { kind: 'body'; state: State; answer: Answer; time: number; placing?: Placing }
  | { kind: 'rain'; time: number; placing: Placing; drops: Placing; square: number[][] };

/** The messages of the page. */
export type Order =
  | { kind: 'open'; canvas: OffscreenCanvas }
  | { kind: 'size'; width: number; height: number; ratio: number }
  | { kind: 'colors'; colors: Colors }
  | { kind: 'eye'; view: View }
  | { kind: 'surface'; name: string; positions: Float32Array; triangles: Uint32Array }
  | { kind: 'drops'; drops: Float32Array; times: [number, number] }
  | { kind: 'show'; scene: Scene; surface?: string; view: View };

let renderer: Renderer | undefined;
let space: Space | undefined;
let wanted: { scene: Scene; surface?: string } | undefined;
/** The last camera, which may belong to the previous scene. */
let view: View | undefined;
let last = 0;
let drawn = 0;

/** The objects of a scene are made just before drawing. */
function make(): void {
  drawn = last;
  if (!wanted) return;
  const { scene, surface } = wanted;
  wanted = undefined;
  if (view) renderer!.setView(view);
  if (scene.kind === 'body') space!.show(scene.state, scene.answer, scene.time, surface, scene.placing);
  else space!.rain(scene.time, surface!, scene.placing, scene.drops, scene.square);
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
      view = order.view;
      // The camera of a scene that is not yet made takes effect with that scene.
      if (!wanted) renderer.setView(view);
      break;
    case 'surface':
      space.setSurface(order.name, order.positions, order.triangles);
      break;
    case 'drops':
      space.setDrops(order.drops, order.times);
      break;
    case 'show':
      wanted = order;
      view = order.view;
      renderer.invalidate();
      break;
  }
});
