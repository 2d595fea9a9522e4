// What takes long is said over the picture, with the seconds that it has taken, and can be given up.

import { element } from './element';

/** As long nothing is said. */
const QUIET = 500;

export class Work {
  #text = element('span');
  #box: HTMLElement;
  #timer = 0;
  #since = 0;
  #what = '';

  constructor(host: HTMLElement, onCancel: () => void) {
    this.#box = element('div', { class: 'work', role: 'status', hidden: true }, element('progress', { 'aria-label': 'At work' }), this.#text, element('button', { type: 'button', click: onCancel }, 'Cancel'));
    host.append(this.#box);
  }

  begin(what: string): void {
    this.end();
    [this.#what, this.#since] = [what, performance.now()];
    this.#timer = window.setInterval(() => this.#show(), QUIET);
  }

  #show(): void {
    this.#box.hidden = false;
    this.#text.textContent = `${this.#what}: ${Math.floor((performance.now() - this.#since) / 1000)} s`;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#box.hidden = true;
  }
}
