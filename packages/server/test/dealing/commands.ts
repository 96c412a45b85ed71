import { coin } from '@assay/domain/test/coin.ts';
import fc from 'fast-check';
import type { Lane } from '../../src/platform/counter/command.ts';

export const ownersMax = 4;
const owner = fc.nat({ max: ownersMax - 1 });

/** Whom the commands of a world come from: two of them trade with real money, the last within a limit of what a day may cost. */
export const bookOf = (place: number) => (place < 2 ? 'demo' : 'real');
export const limitedOwner = ownersMax - 1;
/** Each in a lane of his own: among others they are decided in another order than the one in which they came. */
export const laneOf = (place: number): Lane => (['rounds', 'people', 'protection', 'real'] as const)[place] ?? 'people';
/** So many lots no statement takes. */
export const refusedLots = '1300';
/** Sent twice under one key, or once without one. */
const twice = fc.boolean();

const contract = fc.record({
  kind: fc.constant('open'),
  owner,
  twice,
  side: fc.constantFrom('long', 'short'),
  lots: fc.constantFrom('1', '40', '3000', '9000', '100000', '1', '40', '3000', '9000', '100000', refusedLots),
  price: fc.constantFrom(undefined, '95', '105'),
  stopped: fc.boolean(),
});
const option = fc.record({
  kind: fc.constant('option'),
  owner,
  twice,
  direction: fc.constantFrom('up', 'down'),
  amount: fc.constantFrom('5', '4999.999999', '5000.01'),
});
const spot = fc.record({
  kind: fc.constant('spot'),
  owner,
  twice,
  side: fc.constantFrom('buy', 'sell'),
  // A hundredth is dust once its fee is off.
  quantity: fc.constantFrom('0.01', '0.0333', '3', '700'),
  price: fc.constantFrom(undefined, '95', '105'),
});
const plan = fc.record({
  kind: fc.constant('plan'),
  owner,
  twice,
  productId: fc.constantFrom('plan-gold', 'plan-silver', 'plan-later', 'plan-none'),
  days: fc.constantFrom(7, 30),
  amount: fc.constantFrom('100', '1234.567891', '6000'),
});
export const opening = fc.oneof(contract, option, spot, plan);

const nth = fc.nat({ max: 5 });
const about = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), owner, nth });
/** About one of the orders that were opened, by its place. */
export const later = fc.oneof(
  opening,
  about('close'),
  about('reverse'),
  about('closeAll'),
  about('cancelAll'),
  fc.record({ kind: fc.constant('amend'), owner, nth, stopLoss: fc.constantFrom('99', '90', '101', null) }),
  fc.record({ kind: fc.constant('trail'), owner, nth, distance: fc.constantFrom('2', '0.5', null) }),
  // What a trailing stop has followed to counts while it speaks of the order's own version. A warning, half a percent, a stop,
  // a liquidation, one with a gap that the insurance fund is asked for.
  fc.record({
    kind: fc.constant('act'),
    owner,
    nth,
    price: fc.constantFrom(9070, 9450, 9900, 9000, 5000, 10_100, 10_600, 14_000),
    reached: fc.constantFrom(null, { version: 1, best: 10_400 }, { version: 2, best: 10_400 }),
  }),
  about('finance'),
  about('void'),
  about('reset'),
  fc.record({ kind: fc.constant('settle'), owner, nth, price: fc.constantFrom(9999, 10_000, 10_001, undefined) }),
  about('resetOption'),
  fc.record({ kind: fc.constant('fill'), owner, nth, price: fc.constantFrom(9400, 10_000, 10_600) }),
  about('cancel'),
  fc.record({
    kind: fc.constant('amendSpot'),
    owner,
    nth,
    change: fc.constantFrom({ price: '101' }, { price: '94', quantity: '4' }, { quantity: '0.5' }, { until: 'day' }),
  }),
  about('cancelSpot'),
  about('convert'),
  about('runDue'),
  about('leave'),
);
export type Opening = typeof opening extends fc.Arbitrary<infer T> ? T : never;
export type Later = typeof later extends fc.Arbitrary<infer T> ? T : never;
export const sizes = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 6 });

/** Brings about whatever may become of an order; tried before all that is made up. */
export const everything: [Opening[], Later[], number[]] = [
  [
    ...[0, 0, 0, 0, 0, 1, 2].map(
      (of) =>
        ({ kind: 'open', twice: of === 2, owner: of, side: 'long', lots: '1', price: undefined, stopped: of === 0 }) as const,
    ),
    // After two of them a day has cost enough.
    ...[3, 3, 3].map(
      (of) => ({ kind: 'open', twice: false, owner: of, side: 'long', lots: '40', price: undefined, stopped: false }) as const,
    ),
    ...[1, 2].map(
      (of) => ({ kind: 'open', twice: false, owner: of, side: 'long', lots: '1', price: '95', stopped: false }) as const,
    ),
    ...[0, 0, 0, 0, 0, 1].map((of) => ({ kind: 'option', twice: false, owner: of, direction: 'up', amount: '5' }) as const),
    ...([0, 2] as const).map(
      (of) => ({ kind: 'spot', twice: false, owner: of, side: 'buy', quantity: '3', price: '95' }) as const,
    ),
    { kind: 'spot', twice: false, owner: 1, side: 'buy', quantity: '3', price: undefined },
    { kind: 'spot', twice: false, owner: 2, side: 'buy', quantity: '0.01', price: undefined },
    ...[1, 1].map((of) => ({ kind: 'spot', twice: false, owner: of, side: 'buy', quantity: '3', price: '95' }) as const),
    // In the middle of the others.
    { kind: 'open', twice: true, owner: 1, side: 'long', lots: refusedLots, price: undefined, stopped: false },
    ...[0, 1].map(
      (of) => ({ kind: 'plan', twice: false, owner: of, productId: 'plan-gold', days: 7, amount: '1234.567891' }) as const,
    ),
    ...[0, 1].map(
      (of) => ({ kind: 'plan', twice: false, owner: of, productId: 'plan-later', days: 30, amount: '100' }) as const,
    ),
  ],
  [
    { kind: 'act', owner: 0, nth: 0, price: 9450, reached: null },
    { kind: 'act', owner: 0, nth: 1, price: 9000, reached: null },
    { kind: 'trail', owner: 0, nth: 2, distance: '2' },
    { kind: 'act', owner: 0, nth: 2, price: 10_100, reached: { version: 2, best: 10_400 } },
    { kind: 'finance', owner: 0, nth: 3 },
    { kind: 'void', owner: 0, nth: 3 },
    { kind: 'reset', owner: 0, nth: 4 },
    { kind: 'resetOption', owner: 0, nth: 4 },
    { kind: 'act', owner: 3, nth: 0, price: 9070, reached: null },
    // It has been warned by that, and is acted on as it is now.
    { kind: 'act', owner: 3, nth: 0, price: 9000, reached: { version: 2, best: 10_400 } },
    // What a day may cost is lost by then: it is closed, and nothing is opened.
    { kind: 'reverse', owner: 3, nth: 1 },
    { kind: 'act', owner: 2, nth: 0, price: 5000, reached: null },
    ...[0, 1].map((place) => ({ kind: 'close', owner: 1, nth: place }) as const),
    // The order of owner 2 that was sent twice has two places.
    { kind: 'act', owner: 2, nth: 2, price: 9450, reached: null },
    { kind: 'reverse', owner: 2, nth: 2 },
    ...([9999, 10_000, 10_001, undefined] as const).map(
      (price, place) => ({ kind: 'settle', owner: 0, nth: place, price }) as const,
    ),
    { kind: 'cancel', owner: 0, nth: 0 },
    // Opened in the same group as what ends all of it.
    ...[0, 2].map(
      (of) => ({ kind: 'open', twice: false, owner: of, side: 'short', lots: '1', price: undefined, stopped: false }) as const,
    ),
    ...[0, 2].map((of) => ({ kind: 'closeAll', owner: of, nth: 0 }) as const),
    { kind: 'open', twice: false, owner: 1, side: 'long', lots: '40', price: '95', stopped: false },
    { kind: 'cancelAll', owner: 1, nth: 0 },
    { kind: 'convert', owner: 2, nth: 0 },
    { kind: 'fill', owner: 2, nth: 0, price: 9400 },
    { kind: 'amendSpot', owner: 1, nth: 1, change: { price: '94', quantity: '4' } },
    { kind: 'amendSpot', owner: 1, nth: 1, change: { price: '101' } },
    { kind: 'amendSpot', owner: 1, nth: 2, change: { quantity: '0.5' } },
    { kind: 'cancelSpot', owner: 1, nth: 0 },
    ...[0, 1].map((place) => ({ kind: 'leave', owner: 1, nth: place }) as const),
    // Nothing ends these: one order of coins and one contract wait, one contract runs.
    { kind: 'spot', twice: false, owner: 2, side: 'buy', quantity: '3', price: '95' },
    ...(['95', undefined] as const).map(
      (price) => ({ kind: 'open', twice: false, owner: 2, side: 'long', lots: '1', price, stopped: false }) as const,
    ),
  ],
  [64],
];

/** Whose command it is, and the letter before the product's ids on the wire. */
export const products = {
  open: { name: 'contracts', letter: '' },
  close: { name: 'contracts', letter: '' },
  reverse: { name: 'contracts', letter: '' },
  closeAll: { name: 'contracts', letter: '' },
  cancelAll: { name: 'contracts', letter: '' },
  amend: { name: 'contracts', letter: '' },
  trail: { name: 'contracts', letter: '' },
  act: { name: 'contracts', letter: '' },
  finance: { name: 'contracts', letter: '' },
  void: { name: 'contracts', letter: '' },
  reset: { name: 'contracts', letter: '' },
  option: { name: 'options', letter: 'o' },
  settle: { name: 'options', letter: 'o' },
  resetOption: { name: 'options', letter: 'o' },
  spot: { name: 'spot', letter: 's' },
  fill: { name: 'spot', letter: 's' },
  cancel: { name: 'spot', letter: 's' },
  amendSpot: { name: 'spot', letter: 's' },
  cancelSpot: { name: 'spot', letter: 's' },
  convert: { name: 'spot', letter: 's' },
  plan: { name: 'plans', letter: 'p' },
  runDue: { name: 'plans', letter: 'p' },
  leave: { name: 'plans', letter: 'p' },
} as const;

const { code, base } = coin;

let numbers = 0;
/** Later ones are greater, so that what two runs have written can be compared in this order. */
function orderNo(letter: string): string {
  numbers += 1;
  return `${letter}300107-${String(numbers).padStart(10, '0')}`;
}

export function openingOf(command: Opening): object {
  if (command.kind === 'option') {
    const { direction, amount } = command;
    return { kind: 'buy', orderNo: orderNo('O'), input: { direction, amount, code, periodId: '1min' } };
  }
  if (command.kind === 'plan') {
    const { productId, days, amount } = command;
    return { kind: 'buy', orderNo: orderNo('P'), input: { productId, days, amount } };
  }
  const { side, price } = command;
  const asked = { code, side, price, type: price === undefined ? 'market' : 'limit' };
  if (command.kind === 'open') {
    const stopLoss = command.stopped ? { stopLoss: side === 'long' ? '94.5' : '105.5' } : {};
    return { kind: 'open', orderNo: orderNo('C'), input: { ...asked, leverage: 10, lots: command.lots, ...stopLoss } };
  }
  return { kind: 'place', orderNo: orderNo('S'), coins: [base], input: { ...asked, quantity: command.quantity } };
}

/** `ids` are those of the owner's orders of that product, `openedAt` is when options were bought, `now` when quotes reach orders. */
export function laterOf(
  command: Exclude<Later, Opening>,
  ids: readonly number[],
  { openedAt, now }: { openedAt: number; now: number },
): object {
  const { kind } = command;
  const id = ids[command.nth % Math.max(1, ids.length)] ?? 0;
  if (kind === 'cancelSpot') return { kind: 'cancelAll', coins: [base], ids };
  if (kind === 'convert') return { kind, coins: [base], sold: [{ code, orderNo: orderNo('S') }] };
  if (kind === 'amendSpot') return { kind: 'amend', coins: [base], id, input: command.change };
  if (kind === 'amend') return { kind, id, input: { id: String(id), stopLoss: command.stopLoss } };
  if (kind === 'trail') return { kind: 'amend', id, input: { id: String(id), trailingStop: command.distance } };
  if (kind === 'leave') return { kind, id, input: { id: `p${id}` } };
  if (kind === 'resetOption') return { kind: 'reset', id };
  if (kind === 'close') return { kind, id, input: { id: String(id) } };
  if (kind === 'reverse') return { kind, id, orderNo: orderNo('C'), input: {} };
  if (kind === 'closeAll' || kind === 'cancelAll') return { kind, opens: false, input: {} };
  if (!('price' in command)) return { kind, id, coins: [base] };
  const at = kind === 'settle' ? openedAt + 59_000 : now;
  const { price } = command;
  const quote = price === undefined ? undefined : { code, bid: price, ask: price, time: at, volume: 0 };
  return { kind, id, coins: [base], quote, reached: kind === 'act' ? command.reached : null };
}

export const isOpening = (command: Later): command is Opening => !('nth' in command);
