import { describe, expect, it, test } from 'vitest';
import { type Body, bodies, bodyNames } from './bodies.ts';
import { textsOf } from './faults.ts';
import { afterReading, leftovers, reviewed, unread } from './reviewed.ts';

const told = 'read the other languages beside these texts (`npm run reviewed`), mend them, then `npm run reviewed -- all`';

test.each(bodyNames)('the translations of the %s were read beside the English that stands now', (name) => {
  expect(unread(name, bodies[name]), told).toEqual([]);
  expect(leftovers(name, bodies[name]), told).toEqual([]);
});

describe('what is planted', () => {
  const changed = (key: string, text: string | null): Body => {
    const english = new Map(textsOf(bodies.site, 'en'));
    if (text === null) english.delete(key);
    else english.set(key, text);
    return { ...bodies.site, texts: new Map([...bodies.site.texts, ['en', english]]) };
  };

  test('an English text that was reworded is found, and the mark of the old one', () => {
    const body = changed('profile:demo.reset', 'Begin again');
    expect(unread('site', body)).toEqual(['profile:demo.reset']);
    expect(leftovers('site', body)).toHaveLength(1);
  });

  test('a new text is found', () => {
    expect(unread('site', changed('profile:demo.more', 'More'))).toEqual(['profile:demo.more']);
  });

  test('the same words at another key are another text', () => {
    expect(unread('site', changed('profile:demo.text', textsOf(bodies.site, 'en').get('profile:demo.reset') ?? ''))).toEqual([
      'profile:demo.text',
    ]);
  });

  test('the mark of a text that is gone is found', () => {
    expect(leftovers('site', changed('profile:demo.reset', null))).toHaveLength(1);
  });
});

describe('reading', () => {
  const { profile: _, ...others } = reviewed.site ?? {};
  const forgotten = { ...reviewed, site: others };

  it('keeps what was read, and nothing of what was not', () => {
    const after = afterReading(new Set(['site profile:demo.reset']), forgotten);
    const left = unread('site', bodies.site, after);
    expect(left).toEqual(unread('site', bodies.site, forgotten).filter((key) => key !== 'profile:demo.reset'));
    expect(left.length).toBeGreaterThan(20);
  });

  it('of everything ends where nothing is left', () => {
    const all = unread('site', bodies.site, forgotten).map((key) => `site ${key}`);
    expect(afterReading(new Set(all), forgotten)).toEqual(reviewed);
  });

  it('drops the marks of texts that are gone', () => {
    expect(afterReading(new Set(), { ...reviewed, kept: { ...reviewed.kept, gone: 'abcdef' } })).toEqual(reviewed);
  });
});
