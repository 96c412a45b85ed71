import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../gate.ts';
import { bodies, bodyNames } from './bodies.ts';
import {
  baseOf,
  emptinessFaults,
  foreignFaults,
  keyFaults,
  kinds,
  marks,
  pluralFaults,
  repetitionFaults,
  textsOf,
  valueFaults,
} from './faults.ts';
import { isMentioned, mentioned, sourcesUnder } from './used.ts';

const spoken = bodyNames.flatMap((name) =>
  [...bodies[name].texts.keys()].map((language) => ({ name, language, body: bodies[name] })),
);

describe.each(spoken)('the $name in $language', ({ name, language, body }) => {
  test('has every text and no other', () => {
    expect(textsOf(body, language).size).toBeGreaterThan(20);
    expect(keyFaults(body, language)).toEqual([]);
  });

  test('says something in every text', () => {
    expect(emptinessFaults(body, language)).toEqual([]);
  });

  test('puts in the same values and keeps the same form', () => {
    expect(valueFaults(body, language)).toEqual([]);
  });

  test('has exactly the plural forms that its grammar asks for', () => {
    expect(pluralFaults(body, language)).toEqual([]);
  });

  test('leaves no text in English, and none of Hong Kong in Simplified Chinese, but where a mark calls it right', () => {
    expect(repetitionFaults(body, language, marks[name])).toEqual([]);
  });

  test('speaks its own language in its own script', () => {
    expect(foreignFaults(body, language)).toEqual([]);
  });
});

test('a statement in print says of each movement and account what the site says', () => {
  for (const [language, texts] of bodies.reports.texts) {
    const printed = [...texts].filter(([key]) => /^(?:movement|ledger)\./.test(key));
    expect(printed.length, language).toBeGreaterThan(50);
    for (const [key, text] of printed)
      expect([language, key, textsOf(bodies.site, language).get(`orders:${key}`)]).toEqual([language, key, text]);
  }
});

test('every mark names a body of words, a kind, and languages that the body is written in', () => {
  const strange = Object.entries(marks).flatMap(([name, models]) =>
    Object.entries(models).flatMap(([model, byKind]) =>
      Object.entries(byKind).flatMap(([kind, keys]) =>
        Object.entries(keys)
          .filter(([, where]) => !isKnown(name, model, kind, where))
          .map(([key, where]) => `${name} ${model} ${kind} ${key}: ${where}`),
      ),
    ),
  );
  expect(strange).toEqual([]);
  expect(isKnown('site', 'en', 'cognate', 'fr it')).toBe(true);
  for (const wrong of ['fr,it', 'it xx', '', 'en']) expect(isKnown('site', 'en', 'cognate', wrong), wrong).toBe(false);
  expect(isKnown('sites', 'en', 'cognate', 'fr')).toBe(false);
  expect(isKnown('site', 'en', 'because', 'fr')).toBe(false);
  expect(isKnown('site', 'zh', 'shared', 'ja')).toBe(false);
  expect(isKnown('console', 'en', 'name', 'de')).toBe(false);
});

function isKnown(name: string, model: string, kind: string, where: string): boolean {
  const body = bodyNames.find((one) => one === name);
  const translations = body === undefined ? [] : [...bodies[body].texts.keys()].filter((language) => language !== 'en');
  const allowed: readonly string[] = model === 'en' ? translations : ['hk'];
  return kind in kinds && ['en', 'zh'].includes(model) && where.split(' ').every((language) => allowed.includes(language));
}

describe.each([
  ['site', 'packages/web/src', ['common:nav.home', 'frame.sandbox'], 'home:nothing.of.the.kind'],
  ['console', 'packages/console/src', ['frame.copy', 'funds.methods.coin', 'names.reason.x'], 'nothing.of.the.kind'],
] as const)('every text of the %s', (name, folder, written, invented) => {
  const known = mentioned(sourcesUnder(join(root, folder)));

  test('is used by the code', () => {
    const keys = [...new Set([...textsOf(bodies[name], 'en').keys()].map(baseOf))];
    expect(keys.filter((key) => !isMentioned(known, key))).toEqual([]);
  });

  test('is seen however the code writes its key, and nothing else is', () => {
    expect(written.filter((key) => !isMentioned(known, key))).toEqual([]);
    expect(isMentioned(known, invented)).toBe(false);
  });
});

test('a text that no code names is found', () => {
  const known = mentioned(["say('desk.title')", 'say(`desk.${kind}.text`)', "name('group', code)"]);
  const keys = ['desk.title', 'desk.loans.text', 'group.anything', 'desk.lead', 'desks.loans.text'];
  expect(keys.filter((key) => !isMentioned(known, key))).toEqual(['desk.lead', 'desks.loans.text']);
});
