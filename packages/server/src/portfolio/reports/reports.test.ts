import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, amount, formatAmount, minus, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { day, minute } from '../../../test/identity-app.ts';
import { wordsOf } from '../../../test/pdf.ts';
import { fundTreasury, product } from '../../../test/plans.ts';
import { recomputed, taxYears } from '../../../test/tax-year.ts';
import { fund, trading } from '../../../test/trading.ts';
import { post } from '../../ledger/index.ts';
import { putOnSale } from '../../plans/index.ts';

const db = await testDatabase();
const { app, clock, quote, person, rounds } = await trading(db);
await fund(db, 'real');
await fundTreasury(db, '10000');
await putOnSale(db, [product('gold')], clock.now());

const { file, lines, taxYear } = taxYears(app);
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '2' } as const;
const { signal } = new AbortController();
const units = (text: string): Amount => parseAmount(text, usdt) ?? nothing;

let keys = 0;
const anew = () => ({ idempotencyKey: `report-${(keys += 1)}` });

async function moved(userId: string, recipe: Recipe, book: Book = 'real'): Promise<void> {
  const reference = `test:${userId}:${(keys += 1)}`;
  await db.transact((tx) => post(tx, { book, reference, at: clock.now(), ...recipe }));
}

async function due(): Promise<void> {
  for (const round of rounds) if (['financing', 'settlement', 'plans'].includes(round.name)) await round.run(signal);
}

/** Where the figures of a line are, from its end. */
const places = { gross: -7, fees: -6, result: -3, average: -3 } as const;

/** The first line that begins so, with other figures in it. */
function changed(text: string, begins: string, by: Partial<Record<keyof typeof places, Amount>>): string {
  return text.replace(new RegExp(`^${begins},.*\r\n`, 'm'), (line) => {
    const cells = line.split(',');
    for (const [name, more] of Object.entries(by)) {
      const place = cells.length + places[name as keyof typeof places];
      cells[place] = formatAmount(sum(units(cells[place] ?? ''), more), usdt);
    }
    return cells.join(',');
  });
}

/**
 * A customer who has done a bit of everything: contracts whole and in parts, options, coins, a plan, a reward, a deposit of
 * coins.
 */
async function busy(name: string) {
  const someone = await person(name);
  const { real, userId } = someone;
  await moved(userId, recipes.depositCompleted({ userId, amount: units('5000') }));
  await quote(10_000);
  const { id } = await real(order.buyU, long, anew());
  await real(order.submit, buy, anew());
  await real(order.buySmart, { productId: 'plan-gold', days: 7, amount: '100' }, anew());
  await quote(10_200);
  await real(order.stopU, { id, lots: '4' }, anew());
  await real(order.submit, { ...buy, quantity: '1' }, anew());
  clock.advance(day);
  await quote(10_100);
  await due();
  await real(order.stopU, { id }, anew());
  await real(order.submit, { ...buy, side: 'sell', quantity: '2.5' }, anew());
  await real(order.buyOptions, { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' }, anew());
  clock.advance(minute - 1000);
  await quote(10_300);
  clock.advance(2000);
  await due();
  await moved(userId, recipes.depositCompleted({ userId, asset: assetOf('COIN'), amount: amount(100_000_000n) }));
  await real(order.submit, { ...buy, type: 'limit', price: '90', quantity: '3' }, anew());
  await real(order.submit, { ...buy, side: 'sell', quantity: '1' }, anew());
  await moved(userId, recipes.withdrawalRequested({ userId, asset: usdt, amount: units('100') }));
  await moved(userId, recipes.withdrawalCompleted({ userId, asset: usdt, actual: units('99'), fee: units('1') }));
  return someone;
}

describe('the trades of a year', () => {
  it('have instrument, side, quantity, prices, each cost and what is left, and lead from the opening to the closing balance', async () => {
    const { token } = await busy('trader');
    const rows = await lines(token, 'trades');
    expect(rows.map(({ type }) => type)).toEqual([
      'opening',
      'spot',
      'contract',
      'spot',
      'contract',
      'spot',
      'option',
      'spot',
      'total',
      'otherMovements',
      'closing',
    ]);
    expect(rows[0]).toMatchObject({ label: 'Opening balance', result: '0', currency: 'USDT' });
    // Four lots from 100 to 102: +8, 0.4 and 0.408 of fees.
    expect(rows[2]).toMatchObject({
      label: 'Contract',
      instrument: 'COINUSDT',
      side: 'long',
      quantity: '4',
      'open price': '100',
      'close price': '102',
      gross: '8',
      fees: '0.808',
      financing: '0',
      result: '7.192',
    });
    // Six lots to 101 over a night: +6, 0.6 and 0.606 of fees, 600 × 0.01%.
    expect(rows[4]).toMatchObject({ quantity: '6', gross: '6', fees: '1.206', financing: '0.06', result: '4.734' });
    expect(rows[1]).toMatchObject({ side: 'buy', quantity: '2', gross: '', fees: '0.002', 'fee currency': 'COIN', result: '' });
    expect(rows[6]).toMatchObject({
      type: 'option',
      side: 'up',
      quantity: '10',
      'open price': '101',
      'close price': '103',
      result: '8',
    });
    const told = (type: string) => units(rows.find((row) => row['type'] === type)?.['result'] ?? '');
    expect(told('opening') + told('total') + told('otherMovements')).toBe(told('closing'));
  });

  it('are those of another year where the tax year begins on another day', async () => {
    const { token } = await busy('fiscal');
    expect(await lines(token, 'trades', '&beginsOn=04-06')).toHaveLength(4);
    const before = await file(token, 'exportReport?kind=trades&format=csv&year=2029&beginsOn=04-06');
    expect(before.text).toContain('2029-04-06T00:00:00.000Z / 2030-04-06T00:00:00.000Z');
    expect(before.text.split('\r\n')).toHaveLength(4 + 11 + 1);
  });
});

describe('the coins of a year', () => {
  it('tell each sale with the purchases that it used up, and against the average', async () => {
    const { token } = await busy('collector');
    const rows = await lines(token, 'coins');
    // 2 less 0.002 for 200, then 1 less 0.001 for 102; 2.5 are sold at 101 for 252.5 less 0.2525.
    const [first, second] = rows.filter(({ type }) => type === 'fifo');
    expect(first).toMatchObject({ coin: 'COIN', quantity: '1.998', cost: '200' });
    expect(second).toMatchObject({ quantity: '0.502' });
    expect(units(first?.['proceeds'] ?? '') + units(second?.['proceeds'] ?? '')).toBe(units('252.2475'));
    // 102 × 0.502 / 0.999
    expect(second?.['cost']).toBe('51.255255');
    expect(rows.filter(({ type }) => type === 'average')).toHaveLength(2);
    expect(rows.find(({ type }) => type === 'closing')).toMatchObject({ coin: 'COIN', quantity: '0.497' });
  });
});

describe('what is left of coins', () => {
  const coinsOf = (text: string) => parseAmount(text, assetOf('COIN')) ?? nothing;
  /** What the lots at the end hold, and what the account had of the coin then. */
  const leftIn = (rows: readonly Record<string, string>[]) => {
    const of = (kind: string) => rows.filter(({ type }) => type === kind).map(({ quantity = '' }) => coinsOf(quantity));
    return { lots: sum(...of('lot')), closing: sum(...of('closing')) };
  };

  it('on a demo account is what was bought since it was begun afresh', async () => {
    const { demo, token } = await person('afresh');
    await quote(10_000);
    await demo(order.submit, buy, anew());
    clock.advance(1000);
    await demo(user.demoReset, {}, anew());
    expect(leftIn(await lines(token, 'coins', '', 'demo'))).toEqual({ lots: 0n, closing: 0n });
    await quote(11_000);
    await demo(order.submit, { ...buy, quantity: '1' }, anew());
    await quote(12_000);
    await demo(order.submit, { ...buy, side: 'sell', quantity: '0.5' }, anew());
    const rows = await lines(token, 'coins', '', 'demo');
    expect(leftIn(rows)).toEqual({ lots: coinsOf('0.499'), closing: coinsOf('0.499') });
    // Half a coin of those for 110 each; the two that had cost 100 were taken back.
    expect(rows.filter(({ type }) => type === 'fifo')).toMatchObject([{ cost: '55.055055', quantity: '0.5' }]);
    expect(rows.filter(({ type }) => type === 'withdrawn')).toMatchObject([{ quantity: '1.998' }]);
    expect(await recomputed(await taxYear(token, 'demo'))).toBe('agrees');
  });

  it('is with what invitees have earned somebody, and with what was corrected', async () => {
    const { real, token, userId } = await person('corrected');
    await moved(userId, recipes.depositCompleted({ userId, amount: units('5000') }));
    await quote(10_000);
    await real(order.submit, buy, anew());
    clock.advance(1000);
    const [asset, mine, house] = [assetOf('COIN'), userAccount(userId, 'available'), houseAccount('trading')];
    await moved(userId, recipes.referralRewarded({ userId, rewards: [{ asset, amount: coinsOf('0.002') }] }));
    await moved(userId, recipes.correctionBooked([{ from: mine, to: house, asset, amount: coinsOf('1.5') }]));
    await moved(userId, recipes.correctionBooked([{ from: house, to: mine, asset, amount: coinsOf('0.25') }]));
    clock.advance(1000);
    const rows = await lines(token, 'coins');
    expect(leftIn(rows)).toEqual({ lots: coinsOf('0.75'), closing: coinsOf('0.75') });
    expect(rows.filter(({ type }) => type === 'lot')).toMatchObject([
      // 0.498 of the 1.998 for 200.
      { quantity: '0.498', cost: '49.84985' },
      { quantity: '0.002', cost: '' },
      { quantity: '0.25', cost: '' },
    ]);
    expect(await recomputed(await taxYear(token))).toBe('agrees');
  });
});

describe('the income of a year', () => {
  it('has what plans have paid, with what there was at both ends', async () => {
    const { token } = await busy('saver');
    const rows = await lines(token, 'income');
    expect(rows.map(({ type }) => type)).toEqual(['opening', 'planIncome', 'total', 'otherThanIncome', 'closing']);
    const told = (kind: string) =>
      parseAmount(rows.find(({ type }) => type === kind)?.['amount'] ?? '', assetOf('USDT')) ?? nothing;
    expect(told('otherThanIncome')).not.toBe(nothing);
    expect(told('opening') + told('total') + told('otherThanIncome')).toBe(told('closing'));
    expect(rows[1]).toMatchObject({ label: 'Plan income', amount: '0.4', currency: 'USDT' });
    expect(rows[2]?.['amount']).toBe('0.4');
  });
});

describe('a script that shares no code with the product', () => {
  it('works a tax year out anew from the ledger, and finds what was changed', async () => {
    const files = await taxYear((await busy('checked')).token);
    expect(await recomputed(files)).toBe('agrees');
    const better = { ...files, trades: files['trades']?.replace(',7.192,', ',7.193,') ?? '' };
    expect(await recomputed(better)).toMatch(/^order C3001\d\d-\w+: the export says 11\.927, the ledger 11\.926$/m);
    expect(await recomputed(better)).toMatch(/^total of result: /m);
  });

  it('finds files that are cut, and trades that are not told where all the rest adds up', async () => {
    const files = await taxYear((await busy('noticing')).token);
    const edited = (name: string, edit: (text: string) => string) => recomputed({ ...files, [name]: edit(files[name] ?? '') });
    const cut = (name: string) => `${name}: the file is cut, so nothing can be worked out from it`;
    for (const kind of ['trades', 'coins', 'income']) {
      expect(await edited(kind, (text) => `${text}cut,Cut after 3 lines\r\n`)).toBe(cut(kind));
    }
    expect(await edited('statement', (text) => `${text}Cut after 10000 lines\r\n`)).toBe(cut('statement'));
    // As a connection that was lost leaves them.
    expect(await edited('trades', (text) => text.replace(/^closing,.*\r\n/m, ''))).toBe(cut('trades'));
    expect(await edited('income', (text) => text.replace(/^total,.*\r\n/m, ''))).toBe(cut('income'));
    // The last sale, of 1.058395, as it is when only so many trades are read and what is left out is counted to everything else.
    const [sale = ''] = files['trades']?.match(/^spot,.*\r\n(?=total)/m) ?? [];
    const of = sale.split(',').map((cell) => units(cell));
    const left = { gross: of.at(-7), fees: of.at(-6), result: of.at(-3) };
    const less = { gross: minus(nothing, left.gross ?? nothing), fees: minus(nothing, left.fees ?? nothing) };
    expect(left.result).toBe(1_058_395n);
    const silent = (text: string) =>
      changed(changed(text.replace(sale, ''), 'total', { ...less, result: amount(-1_058_395n) }), 'otherMovements', {
        result: amount(1_058_395n),
      });
    expect(await edited('trades', silent)).toMatch(/^order S\d+-\w+ is not among the trades$/);
    expect(await edited('trades', (text) => changed(text, 'total', { result: amount(1n) }))).toContain(
      'total of result: the export says 21.31331, its lines 21.313309',
    );
  });

  it('works out what each sale of coins has brought against the average, and that costs are told', async () => {
    const files = await taxYear((await busy('averaged')).token);
    const edited = (name: string, edit: (text: string) => string) => recomputed({ ...files, [name]: edit(files[name] ?? '') });
    // One more for a sale, its total, and so much less of everything else: gross goes with it.
    const more = { gross: amount(1n), result: amount(1n) };
    const better = (text: string) =>
      changed(changed(changed(text, 'spot,[^,]*,(?:[^,]*,){3}sell', more), 'total', more), 'otherMovements', {
        result: amount(-1n),
      });
    expect(await edited('trades', better)).toMatch(
      /^spot result of S\d+-\w+: the export says 0\.328915, the ledger 0\.328914$/,
    );
    const average = (text: string) =>
      changed(changed(text, 'average', { average: amount(1n) }), 'totalAverage', { average: amount(1n) });
    expect(await edited('coins', average)).toMatch(/^average result of S\d+-\w+: the export says .*, the ledger 0\.328914$/);
    // The fees of the first contract.
    expect(await edited('trades', (text) => text.replace(',0.808,USDT,', ',,USDT,'))).toMatch(
      /^result of C\d+-\w+\/1: the export says 7\.192, its costs 8\ntotal of fees: /,
    );
    expect(await edited('coins', (text) => changed(text, 'totalFifo', { average: amount(1n) }))).toMatch(
      /^total of first in, first out: result: the export says/,
    );
    expect(await edited('income', (text) => text.replace(/^total,Total,,0\.4/m, 'total,Total,,0.5'))).toMatch(
      /^income: from opening to closing: the export says .*\ntotal of income: amount: the export says 0\.5, its lines 0\.4$/,
    );
  });
});

describe('in print', () => {
  it('says of every figure that is not USDT what it is of', async () => {
    const { token, userId, real } = await busy('printed');
    const asset = assetOf('COIN');
    const rewards = [{ asset, amount: parseAmount('0.002', asset) ?? nothing }];
    await moved(userId, recipes.referralRewarded({ userId, rewards }));
    await quote(17_120, 17_120, 'EURJPY');
    await quote(15_000, 15_000, 'USDJPY');
    const { id } = await real(order.buyU, { ...long, code: 'EURJPY', lots: '1' }, anew());
    await real(order.stopU, { id }, anew());
    const printed = async (kind: string) =>
      wordsOf((await file(token, `exportReport?kind=${kind}&format=pdf&year=2030`)).bytes)
        .join('\n')
        .split('\n');
    const income = await printed('income');
    expect(income).toContain('0.002 COIN');
    // Incomes of plans, and the total of those in USDT.
    expect(income.filter((text) => text === '0.4')).toHaveLength(2);
    const now = new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ');
    expect(income).toContain(`Not over yet: as of ${now} UTC`);
    expect(income).toContain('Amounts are in USDT unless another unit stands beside them');
    const trades = await printed('trades');
    expect(trades).toEqual(expect.arrayContaining(['171.2 JPY', '4 COINUSDT', '2 COIN', '1 EURJPY', '10']));
  });

  it('is in the language of the call, with fonts of its script alone', async () => {
    const { token } = await busy('reader');
    for (const language of languages) {
      const { status, bytes } = await file(token, `exportReport?kind=trades&format=pdf&year=2030`, language);
      expect([language, status, bytes.subarray(0, 5).toString()]).toEqual([language, 200, '%PDF-']);
      // Whole fonts have megabytes.
      expect(bytes.length).toBeLessThan(120_000);
      const text = bytes.toString('latin1');
      expect(text).toContain(`/Lang (${language})`);
      const isEmbedded = ['zh', 'hk', 'ja', 'ko', 'ar'].includes(language);
      expect([language, text.includes('/FontFile2')]).toEqual([language, isEmbedded]);
    }
  });
});
