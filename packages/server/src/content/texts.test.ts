import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { shippedContents } from './catalogue.ts';
import { fillIn, workedFigures } from './figures.ts';
import { type Text, hasOpenField, loadShippedContents, readTexts } from './shipped.ts';

const all = new Map(await Promise.all(languages.map(async (language) => [language, await readTexts(language)] as const)));
const textsOf = (language: Language): ReadonlyMap<string, Text> => all.get(language) ?? new Map();
const english = textsOf('en');
const wholeOf = ({ title, body }: Text) => `${title}\n${body}`;
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match).toSorted();

/** Text as it is read: without addresses, code and names of figures. */
const readable = (text: Text) =>
  wholeOf(text)
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^[`]+`/g, ' ')
    .replace(/\{\{\w+\}\}/g, ' ');

describe('the worked figures', () => {
  const figures = workedFigures();

  test('are what one works out by hand', () => {
    const byHand: readonly (readonly [figure: string, value: string])[] = [
      ['margin', '10'], // 1 × 100 / 10
      ['contractFee', '0.05'], // 100 × 0.05%
      ['maintenance', '0.5'], // 100 × 0.5%
      ['liquidationLong', '90.5'], // 100 + 0.5 − 10
      ['liquidationShort', '109.5'], // 100 − 0.5 + 10
      ['profit', '4'], // (104 − 100) × 1
      ['onMargin', '0.4'], // 4 / 10
      ['optionWin', '8'], // 10 × 80%
      ['optionBack', '18'], // 10 + 8
      ['spotPaid', '640'], // 0.01 × 64,000
      ['spotFee', '0.00001'], // 0.01 × 0.1%
      ['spotReceived', '0.00999'], // 0.01 − 0.00001
      ['planDaily', '0.4'], // 1,000 × 0.04%
      ['planWhole', '12'], // 0.4 × 30
      ['exitReceived', '4'], // 0.4 × 10
      ['exitPenalty', '30'], // 1,000 × 3%
      ['exitReturned', '966'], // 1,000 − 30 − 4
      ['exitInHand', '970'], // 966 + 4
      ['loanInterest', '9.2'], // 1,000 × 0.04% × (30 − 7)
      ['loanBack', '1009.2'], // 1,000 + 9.2
      ['nextBid', '52.5'], // 50 × 1.05
      ['withdrawalFee', '2'], // 200 × 1%
      ['withdrawalActual', '198'], // 200 − 2
      ['inviteReward', '2'], // 10 × 20%
    ];
    expect(byHand.map(([name]) => [name, figures.get(name)?.value])).toEqual(byHand);
  });

  test('are each used by a text, and written in the notation of its language', () => {
    const used = new Set([...english.values()].flatMap((text) => found(wholeOf(text), /\{\{\w+\}\}/g)));
    expect([...figures.keys()].filter((name) => !used.has(`{{${name}}}`))).toEqual([]);
    expect(fillIn('{{demo}} · {{spotReceived}} · {{feeCrypto}}', 'de', figures)).toBe('100.000 · 0,00999 · 0,05\u00a0%');
    expect(fillIn('{{demo}} · {{feeCrypto}}', 'ja', figures)).toBe('100,000 · 0.05%');
    expect(() => fillIn('{{nothing}}', 'en', figures)).toThrow('no figure is called nothing');
  });
});

describe.each(languages)('the texts in %s', (language) => {
  const texts = textsOf(language);

  test('are there, every one of them and no other', () => {
    expect([...texts.keys()].toSorted()).toEqual(shippedContents.map(({ slug }) => slug).toSorted());
  });

  test('have the figures, numbers, links, fields and form of the English ones', () => {
    for (const [slug, model] of english) {
      const text = texts.get(slug) ?? { title: '', body: '' };
      for (const pattern of [/\{\{\w+\}\}/g, /\]\([^)]*\)/g, /`\w+`/g, /`\[\[/g, /^#+ /gm, /^(?:- |\d\. )/gm, /\*\*/g])
        expect(found(text.body, pattern), `${slug} ${pattern}`).toEqual(found(model.body, pattern));
      expect(found(readable(text), /\d+(?:[.,:]\d+)*/g), slug).toEqual(found(readable(model), /\d+(?:[.,:]\d+)*/g));
      const rows = (body: string) => [...body.matchAll(/^\|.*$/gm)].map(([row]) => row.split('|').length);
      expect(rows(text.body), slug).toEqual(rows(model.body));
      // Chinese says in a third of the letters what English says.
      expect(text.body.length / model.body.length, slug).toBeGreaterThan(0.22);
    }
  });

  test('lead to pages of this site and to texts that exist', () => {
    for (const [slug, text] of texts)
      for (const [, address = ''] of text.body.matchAll(/\]\(([^)]*)\)/g)) {
        const [, id] = /^\/detail\?id=([a-z-]+)$/.exec(address) ?? [];
        if (id === undefined) expect(address, slug).toMatch(/^\/(?:help|market|trading|nfts|profile|pass|service)/);
        else expect(texts.has(id), `${slug} → ${id}`).toBe(true);
      }
  });
});

/** A script that a language is written in, and how much of its letters must be of it. */
const scripts: Partial<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  hk: /\p{Script=Han}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  ar: /\p{Script=Arabic}/gu,
};

test.each(Object.entries(scripts))('what is written in %s is in its script', (language, script) => {
  for (const [slug, text] of textsOf(language as Language)) {
    const words = readable(text);
    const letters = words.match(/\p{L}/gu)?.length ?? 0;
    expect((words.match(script)?.length ?? 0) / letters, slug).toBeGreaterThan(0.72);
  }
});

test.each(['de', 'fr', 'it', 'es'] as const)('nothing is left in English among the texts in %s', (language) => {
  const englishWords = /(?<!\p{L})(?:the|and|you|your|with|from|which|is|are|when|this)(?!\p{L})/giu;
  for (const [slug, text] of textsOf(language)) {
    expect(text.title, slug).not.toBe(english.get(slug)?.title);
    expect(readable(text).match(englishWords) ?? [], slug).toEqual([]);
  }
});

test('Japanese has its own syllables everywhere, and Traditional Chinese its own characters and sentences', () => {
  for (const [slug, text] of textsOf('ja')) expect(text.body, slug).toMatch(/\p{Script=Hiragana}/u);
  const simplifiedOnly =
    /[们这为说时书见车长门问间闻风飞马东两严临丽义乐习买亏产亲亿仅从仓众优会传伤价额单卖险账阅证认设计订转让场册数据钱银码种类网络话语请输验发现结权协议]/u;
  const lines = (texts: ReadonlyMap<string, Text>) => [...texts.values()].flatMap(({ body }) => body.split('\n'));
  expect(lines(textsOf('hk')).filter((line) => simplifiedOnly.test(line))).toEqual([]);
  const simplified = new Set(lines(textsOf('zh')));
  expect(lines(textsOf('hk')).filter((line) => simplified.has(line) && /\p{Script=Han}.*。/u.test(line))).toEqual([]);
});

describe('at the first start', () => {
  const published = (db: Awaited<ReturnType<typeof testDatabase>>) =>
    db.query<{ count: number }>('select count(*)::int as count from contents where published_at is not null');

  test('the texts are brought in once, filled in, and what operators changed stays', async () => {
    const db = await testDatabase();
    await loadShippedContents(db, 'publish');
    expect(await published(db)).toEqual([{ count: shippedContents.length }]);
    const bodies = await db.query<{ body: string }>('select body from content_texts');
    expect(bodies).toHaveLength(shippedContents.length * languages.length);
    expect(bodies.filter(({ body }) => body.includes('{{'))).toEqual([]);

    await db.query("update content_texts set title = 'Ours' where language = 'en'");
    await db.query("update contents set published_at = null where slug = 'fees'");
    await loadShippedContents(db, 'publish');
    expect(await db.query("select from content_texts where language = 'en' and title <> 'Ours'")).toEqual([]);
    expect(await published(db)).toEqual([{ count: shippedContents.length - 1 }]);
    expect(await db.query('select from content_versions')).toHaveLength(shippedContents.length * languages.length);
  });

  test('two processes that start together bring them in once', async () => {
    const db = await testDatabase();
    await Promise.all([loadShippedContents(db, 'publish'), loadShippedContents(db, 'publish')]);
    expect(await published(db)).toEqual([{ count: shippedContents.length }]);
  });

  test('what only the operator can complete is a draft where real money is', async () => {
    const db = await testDatabase();
    await loadShippedContents(db, 'draft');
    const drafts = await db.query<{ slug: string }>('select slug from contents where published_at is null order by slug');
    expect(drafts.map(({ slug }) => slug)).toEqual(['legal-information', 'licence-supervision']);
    expect([...english].filter(([, text]) => hasOpenField(text)).map(([slug]) => slug)).toEqual(drafts.map(({ slug }) => slug));
  });
});
