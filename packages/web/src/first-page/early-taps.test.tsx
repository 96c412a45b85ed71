import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdTaps } from './early-taps.ts';

const frame = (book: string) => `
  <header>
    <a href="#there">There</a>
    <button id="language">Language</button>
    <label><input type="radio" name="${book}" value="demo" ${book === 'demo' ? 'checked' : ''} />Demo</label>
    <label id="real"><input type="radio" name="${book}" value="real" />Real</label>
  </header>
  <main><button id="chip"><span>Movers</span></button></main>`;

let root: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = `<div id="root">${frame('demo')}</div><button id="outside">Outside</button>`;
  root = find('#root');
});
afterEach(() => {
  document.body.innerHTML = '';
  location.hash = '';
});

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`${selector} is not there`);
  return found;
};
const names = (taken: readonly HTMLElement[]) => taken.map(({ textContent }) => textContent);

test('what is tapped waits and shows it, is one tap however often, and comes in the order of the last ones', () => {
  const heard = vi.fn<() => void>();
  root.addEventListener('click', heard);
  const early = holdTaps(root);
  find('#chip span').click();
  find('#language').click();
  find('#chip').click();
  find('#real').click();
  expect([heard.mock.calls.length, find('input[value=real]').matches(':checked')]).toEqual([0, false]);
  for (const tapped of ['#chip', '#language', '#real']) {
    expect(find(tapped).ariaBusy, tapped).toBe('true');
    expect(getComputedStyle(find(tapped)).cursor, tapped).toBe('progress');
  }
  expect(names(early.take())).toEqual(['Language', 'Movers', 'Real']);
  expect(document.querySelectorAll('[data-tapped], [aria-busy]')).toHaveLength(0);
  // From here on the application handles all events itself.
  find('#language').click();
  expect(heard).toHaveBeenCalledOnce();
});

test('of a frame that was replaced what stands in the same place is meant', () => {
  const early = holdTaps(root);
  find('#real').click();
  root.innerHTML = `<section><button>Reload</button></section>${frame('demo')}`;
  const [real] = early.take();
  expect(real).toBe(find('#real'));
  real?.click();
  expect(find('input[value=real]').matches(':checked')).toBe(true);
});

test('links, what stands beside the page and what was drawn since answer by themselves', () => {
  const early = holdTaps(root);
  const heard = vi.fn<() => void>();
  find('#outside').addEventListener('click', heard);
  find('a').click();
  find('#outside').click();
  root.innerHTML = '<main><button id="reload">Reload</button></main>';
  find('#reload').addEventListener('click', heard);
  find('#reload').click();
  expect([location.hash, heard.mock.calls.length, early.take()]).toEqual(['#there', 2, []]);
});
