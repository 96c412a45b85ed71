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
      ['holdFinancing', '0.09'], // 100 × 0.03% × 3
      ['closeFee', '0.052'], // 104 × 0.05%
      ['allCosts', '0.192'], // 0.05 + 0.09 + 0.052
      ['netResult', '3.808'], // 4 − 0.192
      ['newShares', '70'], // 10 × 7
      ['newPrice', '100'], // 700 / 7
      ['heldWorth', '7000'], // 10 × 700 = 70 × 100
      ['newStop', '80'], // 560 / 7
      ['newLimit', '90'], // 630 / 7
      ['dividendPaid', '5.1'], // 10 × 0.51
      ['gapShare', '0.2'],
      ['optionWin', '8'], // 10 × 80%
      ['optionBack', '18'], // 10 + 8
      ['optionBreakEven', '0.556'], // 1 / (1 + 80%), rounded up to a tenth of a percent
      ['spotPaid', '640'], // 0.01 × 64,000
      ['spotFee', '0.00001'], // 0.01 × 0.1%
      ['spotReceived', '0.00999'], // 0.01 − 0.00001
      ['planDaily', '0.4'], // 1,000 × 0.04%
      ['planWhole', '12'], // 0.4 × 30
      ['planHold', '0.012'], // 0.04% × 30
      ['planYearly', '0.146'], // 0.04% × 365
      ['exitReceived', '4'], // 0.4 × 10
      ['exitPenalty', '30'], // 1,000 × 3%
      ['exitReturned', '966'], // 1,000 − 30 − 4
      ['exitInHand', '970'], // 966 + 4
      ['loanInterest', '25'], // 1,000 × 0.1% × (30 − 5)
      ['loanBack', '1025'], // 1,000 + 25
      ['loanYearly', '0.365'], // 0.1% × 365
      ['loanApr', '0.3504'], // 1.025 to the power of 365 / 30, less one
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

  test('lead to pages of this site and to texts that exist', () => {
    for (const [slug, text] of texts)
      for (const [, address = ''] of text.body.matchAll(/\]\(([^)]*)\)/g)) {
        const [, id] = /^\/detail\?id=([a-z-]+)$/.exec(address) ?? [];
        if (id === undefined) expect(address, slug).toMatch(/^\/(?:help|market|trading|nfts|profile|pass|service)/);
        else expect(texts.has(id), `${slug} → ${id}`).toBe(true);
      }
  });
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
    expect(drafts.map(({ slug }) => slug)).toEqual([
      'legal-information',
      'licence-supervision',
      'privacy-policy',
      'risk-warning',
      'terms-of-use',
    ]);
    const open = [...english].filter(([, text]) => hasOpenField(text)).map(([slug]) => slug);
    expect(open.toSorted()).toEqual(drafts.map(({ slug }) => slug));
  });
});
