// The counts of a walk. A few that summarize it are over the picture, and counts for developers are
// in the panel.

import { element } from '../element';
import { RATE } from './rules';
import type { Told } from './walk.worker';

type Column = 'walker' | 'textbook';

interface Row {
  name: string;
  label: string;
  meaning: string;
  of: (told: Told, task: string) => Partial<Record<Column, string>>;
}

const said = (count: number) => count.toLocaleString('en');

/** The most important counts for a visitor. */
const FIRST: Row[] = [
  { name: 'stuck', label: 'Stuck', meaning: 'Seconds in which it moved under 10 % of what was asked where the exact walker, in the same place, could move over half', of: ({ textbook }) => ({ walker: '—', textbook: `${(textbook.stuck / RATE).toFixed(1)} s` }) },
  { name: 'apart', label: 'Apart', meaning: 'How far the two are apart now, in metres', of: ({ textbook }) => ({ walker: '—', textbook: `${textbook.apart.toFixed(1)} m` }) },
  { name: 'overlaps', label: 'Overlaps', meaning: 'Steps that begin in overlap, decided exactly', of: ({ overlaps, textbook }) => ({ walker: said(overlaps), textbook: said(textbook.overlaps) }) },
  { name: 'fell', label: 'Fell out', meaning: 'How often it fell out of the level', of: ({ fell, textbook }) => ({ walker: said(fell), textbook: said(textbook.fell) }) },
];

const REST: Row[] = [
  { name: 'back', label: 'Put back', meaning: 'How often it was put beside the walker, after five bad seconds or far away', of: ({ textbook }) => ({ textbook: said(textbook.back) }) },
  { name: 'steps', label: 'Steps', meaning: 'Steps of a sixtieth of a second', of: ({ steps }) => ({ walker: said(steps) }) },
  { name: 'legs', label: 'Legs', meaning: 'Straight segments of its path, each of which is free', of: ({ legs }) => ({ walker: said(legs) }) },
  { name: 'blocked', label: 'Blocked', meaning: 'How often an obstacle was in the way', of: ({ blocked }) => ({ walker: said(blocked) }) },
  { name: 'rate', label: 'Steps a second', meaning: 'As they were taken in the last second', of: ({ rate }) => ({ walker: said(Math.round(rate)) }) },
  { name: 'longest', label: 'Longest step', meaning: 'Milliseconds in the thread that walks, with what else it had to do meanwhile', of: ({ longest, textbook }) => ({ walker: `${longest.toFixed(1)} ms`, textbook: `${textbook.longest.toFixed(1)} ms` }) },
  { name: 'task', label: 'Longest task', meaning: 'Of the page itself; the browser does not report what takes less than 50 ms', of: (_, task) => ({ walker: task }) },
];

export class Counters {
  /** The table for developers. */
  readonly host: HTMLElement;
  #cells = new Map<string, HTMLElement>();
  #columns: HTMLElement[] = [];
  #task = 0;

  constructor(over: HTMLElement) {
    over.append(this.#table(FIRST, 'How it goes'));
    this.host = this.#table(REST, 'What was counted');
    if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) this.#task = Math.max(this.#task, duration);
      }).observe({ type: 'longtask' });
    } else this.#task = NaN;
  }

  #table(rows: Row[], caption: string): HTMLElement {
    const head = element('tr', {}, element('td'), element('th', { scope: 'col', 'data-of': 'walker' }, 'tangency (exact)'), element('th', { scope: 'col', 'data-of': 'textbook' }, 'textbook controller'));
    const body = rows.map(({ name, label, meaning }) => {
      const cells = (['walker', 'textbook'] as const).map((column) => {
        const cell = element('td', { 'data-count': `${name}-${column}`, 'data-of': column });
        this.#cells.set(`${name} ${column}`, cell);
        return cell;
      });
      return element('tr', { 'data-row': name }, element('th', { scope: 'row', title: meaning }, label), ...cells);
    });
    const table = element('table', { class: 'counters' }, element('caption', { class: 'unseen' }, caption), element('thead', {}, head), element('tbody', {}, ...body));
    this.#columns.push(...table.querySelectorAll<HTMLElement>('[data-of="textbook"]'));
    return table;
  }

  /** Begins the counts, without the long frames before the start of the walk. */
  begin(): void {
    if (!Number.isNaN(this.#task)) this.#task = 0;
  }

  show(told: Told, hasTextbook: boolean): void {
    const task = Number.isNaN(this.#task) ? 'not reported' : this.#task ? `${Math.round(this.#task)} ms` : 'under 50 ms';
    for (const { name, of } of [...FIRST, ...REST]) {
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
      this.#cells.get(`fell ${column}`)!.dataset.is = counts.fell ? 'bad' : 'good';
    }
    this.#cells.get('stuck textbook')!.dataset.is = told.textbook.stuck ? 'bad' : 'good';
    this.#cells.get('apart textbook')!.dataset.is = told.textbook.apart >= 1 ? 'bad' : 'good';
    for (const cell of this.#columns) cell.hidden = !hasTextbook;
  }
}
