// What there is to count of a walk, over the picture.

import { element } from '../element';
import type { Told } from './walk.worker';

type Column = 'walker' | 'textbook';

/** The rows: what they are called, what that means, and what each column has. */
const ROWS: [name: string, label: string, meaning: string, of: (told: Told, task: string) => Partial<Record<Column, string>>][] = [
  ['overlaps', 'Overlaps', 'Steps that begin in overlap, asked of the engine', ({ overlaps, textbook }) => ({ walker: said(overlaps), textbook: said(textbook.overlaps) })],
  ['stuck', 'Stuck', 'Steps that hardly get on, where a walker in the same place does', ({ textbook }) => ({ textbook: said(textbook.stuck) })],
  ['fell', 'Fell out', 'How often it fell out of the level', ({ fell, textbook }) => ({ walker: said(fell), textbook: said(textbook.fell) })],
  ['back', 'Put back', 'How often it was put beside the walker, after two bad seconds or far away', ({ textbook }) => ({ textbook: said(textbook.back) })],
  ['steps', 'Steps', 'Steps of a sixtieth of a second', ({ steps }) => ({ walker: said(steps) })],
  ['legs', 'Legs', 'Straight ways, each of which is free', ({ legs }) => ({ walker: said(legs) })],
  ['blocked', 'Blocked', 'How often something was in the way', ({ blocked }) => ({ walker: said(blocked) })],
  ['rate', 'Steps a second', 'As they were taken in the last second', ({ rate }) => ({ walker: said(Math.round(rate)) })],
  ['longest', 'Longest step', 'Milliseconds in the thread that walks, with what else it had to do meanwhile', ({ longest, textbook }) => ({ walker: `${longest.toFixed(1)} ms`, textbook: `${textbook.longest.toFixed(1)} ms` })],
  ['task', 'Longest task', 'Of the page itself; what takes less than 50 ms is not told by the browser', (_, task) => ({ walker: task })],
];

const said = (count: number) => count.toLocaleString('en');

export class Counters {
  #cells = new Map<string, HTMLElement>();
  #columns: HTMLElement[] = [];
  #task = 0;

  constructor(host: HTMLElement) {
    const head = element('tr', {}, element('td'), element('th', { scope: 'col', 'data-of': 'walker' }, 'Walker'), element('th', { scope: 'col', 'data-of': 'textbook' }, 'Textbook'));
    const rows = ROWS.map(([name, label, meaning]) => {
      const cells = (['walker', 'textbook'] as const).map((column) => {
        const cell = element('td', { 'data-count': `${name}-${column}`, 'data-of': column });
        this.#cells.set(`${name} ${column}`, cell);
        return cell;
      });
      return element('tr', { 'data-row': name }, element('th', { scope: 'row', title: meaning }, label), ...cells);
    });
    const table = element('table', {}, element('caption', { class: 'unseen' }, 'What was counted'), element('thead', {}, head), element('tbody', {}, ...rows));
    host.append(element('details', { open: true }, element('summary', {}, 'Counters'), table));
    this.#columns = [...host.querySelectorAll<HTMLElement>('[data-of="textbook"]')];
    if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) this.#task = Math.max(this.#task, duration);
      }).observe({ type: 'longtask' });
    } else this.#task = NaN;
  }

  /** What was long before something begins is not of it. */
  begin(): void {
    if (!Number.isNaN(this.#task)) this.#task = 0;
  }

  show(told: Told, hasTextbook: boolean): void {
    const task = Number.isNaN(this.#task) ? 'not told' : this.#task ? `${Math.round(this.#task)} ms` : 'under 50 ms';
    for (const [name, , , of] of ROWS) {
      const texts = of(told, task);
      for (const column of ['walker', 'textbook'] as const) {
        const cell = this.#cells.get(`${name} ${column}`)!;
        const text = texts[column] ?? '';
        if (cell.textContent !== text) cell.textContent = text;
      }
    }
    for (const column of ['walker', 'textbook'] as const) {
      const counts = column === 'walker' ? told : told.textbook;
      this.#cells.get(`overlaps ${column}`)!.dataset.is = counts.overlaps ? 'bad' : 'good';
      this.#cells.get(`fell ${column}`)!.dataset.is = counts.fell ? 'bad' : '';
    }
    this.#cells.get('stuck textbook')!.dataset.is = told.textbook.stuck ? 'bad' : '';
    for (const cell of this.#columns) cell.hidden = !hasTextbook;
  }
}
