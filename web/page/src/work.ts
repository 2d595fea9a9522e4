// A slow task is reported over the picture, with its seconds so far and a button to cancel it.

import { element } from './element';

/** Milliseconds before the first report. */
const QUIET = 500;

export class Work {
  #text = element('span');
  #bar = element('progress', { 'aria-label': 'At work', max: '1' });
  #box: HTMLElement;
  #timer = 0;
  #since = 0;
  #what = '';

  constructor(host: HTMLElement, onCancel: () => void) {
    this.#box = element('div', { class: 'work', role: 'status', hidden: true }, this.#bar, this.#text, element('button', { type: 'button', click: onCancel }, 'Cancel'));
    host.append(this.#box);
  }

  begin(what: string): void {
    this.end();
    this.#since = performance.now();
    this.say(what);
    this.#timer = window.setInterval(() => this.#show(), QUIET);
  }

  /** Reports the present step of the task, and the share of the whole that is done, if known. */
  say(what: string, share?: number): void {
    this.#what = what;
    if (share === undefined) this.#bar.removeAttribute('value');
    else this.#bar.value = share;
    this.#tell();
  }

  #show(): void {
    this.#box.hidden = false;
    this.#tell();
  }

  #tell(): void {
    this.#text.textContent = `${this.#what}: ${Math.floor((performance.now() - this.#since) / 1000)} s`;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#box.hidden = true;
  }
}
