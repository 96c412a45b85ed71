import { describe, expect, test } from 'vitest';
import { chinese, english } from './catalogue.ts';
import { textsOf } from './i18n.ts';

const en = textsOf(english);
const zh = textsOf(chinese);
const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const placeholdersOf = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
/** The codes' words are the contract's and have a test there. */
const ours = [...en].filter(([key]) => !key.startsWith('codes.'));

/** Every way that the code names a text: as it is, or with a part that is put in. */
function mentioned(): { literal: Set<string>; patterns: RegExp[] } {
  const code = Object.entries(sources).filter(([path]) => !path.includes('.test.'));
  const literal = new Set(code.flatMap(([, text]) => [...text.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, key = '']) => key)));
  const templates = code.flatMap(([, text]) =>
    [...text.matchAll(/`(\w+\.[^`]*\$\{[^`]*)`/g)].map(([, template = '']) => template),
  );
  const groups = code.flatMap(([, text]) =>
    [...text.matchAll(/name\('(\w+(?:\.\w+)*)',/g)].map(([, group = '']) => `${group}.\${}`),
  );
  const patterns = [...templates, ...groups].map(
    (template) =>
      new RegExp(
        `^${template
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('[\\w.:]+')}$`,
      ),
  );
  return { literal, patterns };
}

describe('the texts of the console', () => {
  test('are the same in Chinese and English, key by key', () => {
    expect([...zh.keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  test('say something, with the same values put in', () => {
    for (const [key, text] of ours) {
      const other = zh.get(key) ?? '';
      expect(other.trim(), key).not.toBe('');
      expect(text.trim(), key).not.toBe('');
      expect(placeholdersOf(other), key).toEqual(placeholdersOf(text));
    }
  });

  test('leave nothing in English', () => {
    const technical = /^(?:https:\/\/…|CSV|ETF|NFT|%\{name\}.*|—)$/;
    const left = ours.filter(([key, text]) => zh.get(key) === text && !technical.test(text));
    expect(left).toEqual([]);
  });

  test('are all used', () => {
    const { literal, patterns } = mentioned();
    // What the framework asks for by itself is not in our code.
    const unused = ours.filter(
      ([key]) => !key.startsWith('ra.') && !literal.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused.map(([key]) => key)).toEqual([]);
  });
});
