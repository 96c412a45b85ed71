import { order } from '@assay/contract/endpoints/order.ts';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import type reports from '@assay/contract/locales/en/reports.json';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { wordsOf } from '../../../test/pdf.ts';
import { trading } from '../../../test/trading.ts';
import { csvCell } from '../../platform/csv.ts';

const db = await testDatabase();
const { app, quote, person, clock } = await trading(db);

const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '2' } as const;

/** The file as a browser would get it. */
async function fetchFile(token: string, query: string, language = 'en') {
  const answer = await app.inject({
    method: 'GET',
    url: `${customerPrefix}/user/exportTransfers?${query}`,
    headers: { authorization: token, virtually: 'NO', 'accept-language': language },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, bytes: answer.rawPayload };
}

describe('a statement as CSV', () => {
  it('has a byte order mark, a head, and every entry of the account, newest first', async () => {
    const { demo, token } = await person('reader');
    await quote(10_000);
    const { orderNo } = await demo(order.submit, buy);
    const time = new Date(clock.now()).toISOString();
    const { status, headers, body } = await fetchFile(token, 'format=csv');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-demo-2030-01-07.csv"',
      'cache-control': 'no-store',
    });
    const lines = body.split('\r\n');
    expect(lines.slice(0, 4)).toEqual([
      '\u{feff}time,reason,reference,asset,account,amount,balance after',
      `${time},spot.filled,${orderNo},COIN,available,-0.002,1.998`,
      `${time},spot.filled,${orderNo},COIN,available,2,2`,
      `${time},spot.filled,${orderNo},USDT,available,-200,99800`,
    ]);
    expect(lines[4]).toContain('demo.opened');
    expect(lines.slice(5)).toEqual(['']);
  });

  it('keeps to the asset and the period that were asked for', async () => {
    const { demo, token } = await person('chooser');
    await quote(10_000);
    await demo(order.submit, buy);
    const before = new Date(clock.now()).toISOString();
    const lines = async (query: string) => (await fetchFile(token, `format=csv${query}`)).body.trim().split('\r\n').length - 1;
    expect(await lines('&asset=COIN')).toBe(2);
    expect(await lines(`&from=${before}`)).toBe(3);
    expect(await lines(`&to=${before}`)).toBe(1);
  });

  it('ends with a word of it when there is more than fits', async () => {
    const { token, userId } = await person('collector');
    await db.query(
      `select ledger_post('demo', 'demo.opened', 'many', now(), array['house', $1], array['issuance', 'available'], array['USDT', 'USDT'],
         array_fill(1, array[300]), array_fill(2, array[300]), array_fill(1::numeric, array[300])) from generate_series(1, 34)`,
      [userId],
    );
    const lines = (await fetchFile(token, 'format=csv')).body.trim().split('\r\n');
    expect(lines).toHaveLength(10_002);
    expect(lines.at(-1)).toBe('Cut after 10000 lines: choose a shorter period for the rest.');
    const pages = wordsOf((await fetchFile(token, 'format=pdf')).bytes);
    expect(pages.at(-1)).toContain('Cut after 10000 lines');
  });

  it('lets no cell become a formula, and quotes what would break a line', () => {
    const cells = [
      '=1+1',
      '+1',
      '-1',
      '-1.5',
      '-cmd',
      '@sum',
      '＝1+1',
      ' =1+1',
      '＠sum',
      '\tx',
      'a,b',
      'say "hi"',
      'two\nlines',
      'plain',
      '',
    ];
    expect(cells.map(csvCell)).toEqual([
      "'=1+1",
      "'+1",
      '-1',
      '-1.5',
      "'-cmd",
      "'@sum",
      "'＝1+1",
      "' =1+1",
      "'＠sum",
      "'\tx",
      '"a,b"',
      '"say ""hi"""',
      '"two\nlines"',
      'plain',
      '',
    ]);
  });
});

describe('a statement as PDF', () => {
  it('names account and period and has the same lines', async () => {
    const { demo, token } = await person('printer');
    await quote(10_000);
    const { orderNo } = await demo(order.submit, buy);
    const { status, headers, bytes } = await fetchFile(token, 'format=pdf&asset=COIN');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const [page = ''] = wordsOf(bytes);
    for (const word of [
      'Account statement',
      'User printer, demo account',
      'COIN only',
      'Page 1',
      'Balance after',
      orderNo,
      '1.998',
      '-0.002',
    ]) {
      expect(page).toContain(word);
    }
    expect(page).not.toMatch(/99,?800/);
  });

  it.each(languages)('says why and on which account in %s, and no code of the wire', async (language) => {
    const { demo, token } = await person(`reads_${language}`);
    await quote(10_000);
    await demo(order.submit, buy);
    const { bytes } = await fetchFile(token, 'format=pdf', language);
    const { default: words } = (await import(`@assay/contract/locales/${language}/reports.json`, {
      with: { type: 'json' },
    })) as { default: typeof reports };
    const pages = wordsOf(bytes).join('\n');
    expect(pages).not.toMatch(/spot\.filled|demo\.opened|\bavailable\b/);
    expect(bytes.toString('latin1')).toContain(`/Lang (${language})`);
    // Text in other letters than Latin ones is in fonts of its own, by glyph ids.
    if (!['zh', 'hk', 'ja', 'ko', 'ar'].includes(language)) {
      for (const word of [words.title.ledger, words.movement.spot.filled, words.movement.demo.opened, words.ledger.available]) {
        expect(pages).toContain(word);
      }
      expect(pages).toContain(new Intl.NumberFormat(language).format(99_800).replace('\u202f', '\u00a0'));
    }
  });
});

it('a refusal stays in the envelope', async () => {
  const { token } = await person('refusedfile');
  for (const [query, as] of [
    ['format=xml', token],
    ['', token],
    ['format=csv&from=yesterday', token],
    ['format=csv', 'nobody'],
  ] as const) {
    const { status, headers, body } = await fetchFile(as, query);
    expect([400, 401]).toContain(status);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(body)).toMatchObject({ result: null, code: as === token ? '400' : '401' });
  }
});

it('is made ten times a minute for one person, and then not for a while', async () => {
  const { token } = await person('hoarder');
  const statuses: number[] = [];
  for (let number = 0; number < 11; number += 1) statuses.push((await fetchFile(token, 'format=csv')).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(Number((await fetchFile(token, 'format=csv')).headers['retry-after'])).toBeGreaterThan(0);
  expect((await fetchFile((await person('patient')).token, 'format=csv')).status).toBe(200);
});
