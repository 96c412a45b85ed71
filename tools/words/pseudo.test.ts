import { describe, expect, it } from 'vitest';
import { pseudo, pseudoScript } from './pseudo.ts';

describe('the pseudo-language', () => {
  it('is longer than English, in brackets, and legible', () => {
    expect(pseudo('Close')).toBe('[Clôsé ôñ]');
    expect(pseudo('Close all positions of the account?').length).toBeGreaterThan(1.45 * 35);
  });

  it('puts in the same values', () => {
    expect(pseudo('{{count}} closed')).toBe('[{{count}} çlôséd ôñé ]');
    expect(pseudo('{{name}} — {{price}}')).toMatch(/^\[\{\{name\}\} — \{\{price\}\}/);
  });

  it('says nothing of an empty text but its brackets', () => {
    expect(pseudo('')).toBe('[]');
  });
});

describe('a script of the site', () => {
  const texts = { title: 'Market', tab: { all: 'All', metal: 'It’s {{count}}' } };
  const english = new Set([JSON.stringify(texts)]);
  const script = 'var e={title:`Market`,tab:{all:`All`,metal:`It’s {{count}}`}};export{e as default};';

  it('that brings English words brings them in the pseudo-language', async () => {
    expect(await pseudoScript(script, english)).toBe(
      'export default {"title":"[Màrkét ôñé]","tab":{"all":"[All ô]","metal":"[It’s {{count}} ôñ]"}};',
    );
  });

  it.each([
    ['words of another language', 'var e={title:`Mercado`};export{e as default};'],
    ['code', 'import{t}from"./x.js";var e={a:t()};export{e as default};'],
    ['several things', 'var e={title:`Market`};export{e as default,e as n};'],
  ])('that brings %s stays as it is', async (_, other) => {
    expect(await pseudoScript(other, english)).toBeUndefined();
  });
});
