// What people do while a server is killed: a bit of every product, without a pause, until it is gone.
import { type Client, ApiRefusal } from '@assay/contract/client.ts';
import type { Option, SmartOrder, SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { formatFixed, multiply, rescale, toFixed } from '@assay/domain/money/fixed.ts';

const { order } = customerCalls;
const codes = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'SOLUSDT'] as const;
/** The moves of a turn are over for one person when they begin for the next. */
const startsApart = 3;

/** An order of any product, as an answer or a list shows it. */
export type AnyOrder = Position | Option | SpotOrder | SmartOrder;

/** A trader. */
export interface Trader {
  readonly name: string;
  readonly token: string;
  readonly call: Client;
  /** On the real account, in yield plans too; all others trade on a demo account. */
  readonly saves: boolean;
}

/** A call that moves something; undefined where there is nothing that it could be about. */
type Send = (call: Client, idempotencyKey: string) => Promise<AnyOrder>;

export interface Move {
  readonly trader: Trader;
  readonly key: string;
  readonly send: Send;
}

/** A refusal says that nothing has happened: prices pause when a clock jumps, a stop may be quicker than a hand. */
export const isRefused = (error: unknown): error is ApiRefusal => error instanceof ApiRefusal && error.code !== '500';

/** What a customer has bought in this turn, for later moves. */
interface Own {
  contract: Position | undefined;
  waiting: Position | undefined;
  waitingSpot: SpotOrder | undefined;
  coins: SpotOrder | undefined;
  plan: SmartOrder | undefined;
}

/** So many times a price, at that price's own scale. */
function times(price: string | null, factor: string, scale: number): string {
  return formatFixed(rescale(multiply(toFixed(price ?? '1'), toFixed(factor)), scale, 'up'));
}

/** In turn: contracts, limits that wait and that fill, stops that follow, options, coins. */
function trading(own: Own, code: (typeof codes)[number]): readonly (Send | undefined)[] {
  const contract = { code, side: 'long', leverage: 10, lots: '0.1' } as const;
  const { contract: open, waiting, waitingSpot, coins } = own;
  return [
    async (call, idempotencyKey) =>
      (own.contract = await call(order.buyU, { ...contract, type: 'market' }, { idempotencyKey })),
    // A stop so near that the engine may close the position at any quote.
    open &&
      ((call, idempotencyKey) =>
        call(
          order.amendU,
          { id: open.id, trailingStop: times(open.openPrice, '0.0005', open.priceScale) },
          { idempotencyKey },
        )),
    async (call, idempotencyKey) =>
      (own.waiting = await call(order.buyU, { ...contract, type: 'limit', price: '0.01' }, { idempotencyKey })),
    (call, idempotencyKey) =>
      call(order.buyOptions, { code, direction: 'up', amount: '5', periodId: '1min' }, { idempotencyKey }),
    waiting && ((call, idempotencyKey) => call(order.stopU, { id: waiting.id }, { idempotencyKey })),
    // Near enough for the engine to fill it soon.
    open &&
      ((call, idempotencyKey) =>
        call(
          order.buyU,
          { ...contract, code: open.code, type: 'limit', price: times(open.openPrice, '0.9999', open.priceScale) },
          { idempotencyKey },
        )),
    async (call, idempotencyKey) =>
      (own.coins = await call(order.submit, { code, side: 'buy', type: 'market', turnover: '50' }, { idempotencyKey })),
    async (call, idempotencyKey) =>
      (own.waitingSpot = await call(
        order.submit,
        { code, side: 'buy', type: 'limit', price: '0.01', turnover: '10' },
        { idempotencyKey },
      )),
    open && ((call, idempotencyKey) => call(order.stopU, { id: open.id }, { idempotencyKey })),
    coins &&
      ((call, idempotencyKey) =>
        call(order.submit, { code: coins.code, side: 'sell', type: 'market', turnover: '10' }, { idempotencyKey })),
    waitingSpot && ((call, idempotencyKey) => call(order.cancelBb, { id: waitingSpot.id }, { idempotencyKey })),
  ];
}

/** In turn: a plan that stays, so that incomes fall due, and two that are left again. */
function saving(own: Own): readonly (Send | undefined)[] {
  const { plan } = own;
  const leave: Send | undefined =
    plan && ((call, idempotencyKey) => call(order.stopSmart, { id: plan.id }, { idempotencyKey }));
  const buy =
    (productId: string, days: number, amount: string): Send =>
    async (call, idempotencyKey) =>
      (own.plan = await call(order.buySmart, { productId, days, amount }, { idempotencyKey }));
  return [
    (call, idempotencyKey) => call(order.buySmart, { productId: 'plan-balance', days: 90, amount: '500' }, { idempotencyKey }),
    buy('plan-start', 7, '50'),
    leave,
    buy('plan-steady', 15, '200'),
    leave,
  ];
}

/**
 * All move until the server does not answer any more; returns the moves without an answer. `turnName` separates the keys of one
 * load from those of another by the same people.
 */
export async function moveAll(
  traders: readonly Trader[],
  turnName: string,
  acknowledge: (move: Move, answer: AnyOrder) => void,
): Promise<Move[]> {
  const unanswered: Move[] = [];
  const one = async (trader: Trader, place: number): Promise<void> => {
    const own: Own = { contract: undefined, waiting: undefined, waitingSpot: undefined, coins: undefined, plan: undefined };
    for (let number = place * startsApart; ; number += 1) {
      const code = codes[number % codes.length] ?? 'BTCUSDT';
      const turn = [...(trader.saves ? saving(own) : []), ...trading(own, code)];
      const send = turn[number % turn.length];
      if (send === undefined) continue;
      const move = { trader, key: `${turnName}-${number}`, send };
      try {
        acknowledge(move, await send(trader.call, move.key));
      } catch (error) {
        if (isRefused(error)) continue;
        if (error instanceof ApiRefusal) throw error;
        unanswered.push(move);
        return;
      }
    }
  };
  await Promise.all(traders.map(one));
  return unanswered;
}
