import type { Clock } from '../platform/clock.ts';
import { readAnswers } from '../platform/counter/answers.ts';
import type { Queryable } from '../platform/database.ts';
import { type Limiters, createRateLimiter } from '../platform/limits/rate-limit.ts';
import { isRefusal, tooMany } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';
import type { Dealer, Order } from './plan.ts';

const dayMs = 86_400_000;
/** What two operators have set counts this much later at most. */
const readMsMax = 60_000;

/** What ends something is always taken. */
const ending: ReadonlySet<unknown> = new Set(['close', 'cancel', 'closeAll', 'cancelAll', 'leave', 'convert']);

interface DemoDays {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly limiter?: Limiters | undefined;
}

/**
 * Limits the acts on a demo account per day by an operator's parameter, spread over the day in any way: every booking stays for
 * good, and such an account costs nothing. Refused with 429 and the time until the next. Counted in memory: this keeps the
 * disk from filling, and does not protect money.
 */
export function limitingDemo(dealer: Dealer, { db, clock, limiter }: DemoDays): Dealer {
  const take = limiter?.('demo') ?? createRateLimiter(clock);
  let max = 0;
  let readAt = -Infinity;
  const read = async () => {
    if (clock.elapsed() - readAt < readMsMax) return;
    const value = await parameter(db, 'demo_orders_day_max');
    if (isRefusal(value)) throw new Error('the parameter demo_orders_day_max is missing');
    [max, readAt] = [Number(value), clock.elapsed()];
  };
  /** A repeat leaves nothing behind: it gets the answer of the first. */
  const isAnswered = async ({ call }: Order) => call?.keyed === true && (await readAnswers(db, [call]))(call) !== undefined;
  return {
    ...dealer,
    submit: async (command) => {
      if (!isCounted(command)) return dealer.submit(command);
      await read();
      const waitMs = take(command.owner.userId, { max, windowMs: dayMs });
      return waitMs === 0 || (await isAnswered(command)) ? dealer.submit(command) : tooMany(waitMs / 1000);
    },
  };
}

/** Of people's own calls those that leave something behind. */
function isCounted({ call, owner, ...command }: Order): boolean {
  return call !== null && owner.book === 'demo' && !('kind' in command && endsSomething(command));
}

function endsSomething(command: { readonly kind: unknown; readonly input?: unknown }): boolean {
  return ending.has(command.kind) || (command.kind === 'place' && sellsAtOnce(command.input));
}

/** Coins that are held are sold at the market. An order that waits ends nothing yet, whichever side it has. */
function sellsAtOnce(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return 'side' in input && input.side === 'sell' && 'type' in input && input.type === 'market';
}
