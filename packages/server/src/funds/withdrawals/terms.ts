import type { WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import type { KycLevel } from '@assay/contract/vocabulary/funds.ts';
import type { FeeTerms, WithdrawalLimit } from '@assay/domain/funds/decide-withdrawal.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import {
  type Amount,
  type Asset,
  amount,
  charge,
  formatAmount,
  nothing,
  parseAmount,
  toDecimal,
} from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, formatFixed, multiply, one, toFixed } from '@assay/domain/money/fixed.ts';
import { balances } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { parameter } from '../../settings/index.ts';
import { type FundsContext, book } from '../context.ts';
import { type Network, listNetworks } from '../networks.ts';

const dayMs = 86_400_000;
const monthDays = 30;

/** A bank card is paid from USDT; it has no network that would ask for more. */
export const cardMinimum: Amount = amount(20_000_000n);

/** The part of the amount that is the fee, of bank cards and wherever a network has none of its own. */
async function feeRateOf(db: Queryable): Promise<Fixed> {
  return toFixed(await valueOf(db, 'withdrawal_fee_rate'));
}

/** What a withdrawal costs on a network, or to a bank card where there is none. */
export async function feeOf(db: Queryable, network: Network | undefined): Promise<FeeTerms> {
  return feeOn(network, network?.feeRate ?? (await feeRateOf(db)));
}

function feeOn(network: Network | undefined, rate: Fixed): FeeTerms {
  return { rate: network?.feeRate ?? rate, min: network?.feeMin ?? nothing, max: network?.feeMax ?? null };
}

async function valueOf(db: Queryable, key: string): Promise<string> {
  const value = await parameter(db, key);
  if (isRefusal(value)) throw new Error(`the parameter ${key} is missing`);
  return value;
}

/** Who gets the higher limits: verified customers, once a second reviewer has looked or the time for objections is over. */
export async function levelOf(db: Queryable, userId: string, wall: number): Promise<KycLevel> {
  const [user] = await db.query<{ higher: boolean }>('select has_higher_limits($1::bigint, $2) as higher', [
    userId,
    new Date(wall),
  ]);
  return user?.higher === true ? 'verified' : 'unverified';
}

export interface Limits {
  readonly day: WithdrawalLimit;
  readonly month: WithdrawalLimit;
  /** Left out for those who are verified. */
  readonly life?: WithdrawalLimit;
}

/**
 * What may be withdrawn within a sliding day and month, without verification also in all, and what was: waiting ones count, what was returned does
 * not.
 */
export async function limitsOf(db: Queryable, userId: string, level: KycLevel, now: number): Promise<Limits> {
  const since = (days: number) => new Date(now - days * dayMs);
  const [used] = await db.query<{ day: bigint; month: bigint; life: bigint }>(
    `select coalesce(sum(value) filter (where created_at > $2), 0) as day,
       coalesce(sum(value) filter (where created_at > $3), 0) as month, coalesce(sum(value), 0) as life
     from withdrawals where user_id = $1 and (created_at > $3 or $4) and status in ('pendingReview', 'approved', 'completed')`,
    [userId, since(1), since(monthDays), level === 'unverified'],
  );
  const limit = async (span: 'day' | 'month' | 'life'): Promise<WithdrawalLimit> => {
    const text = await valueOf(db, `withdrawal_limit_${span}_${level}`);
    const value = parseAmount(text, usdt);
    if (value === undefined) throw new Error(`the limit ${text} is no amount`);
    return { limit: value, used: amount(used?.[span] ?? 0n) };
  };
  const spans = { day: await limit('day'), month: await limit('month') };
  return level === 'verified' ? spans : { ...spans, life: await limit('life') };
}

/** USDT for one coin at the ask, the dearer side; undefined while its pair has never been quoted. */
export function priceInUsdt({ market }: Pick<FundsContext, 'market'>, coin: string): Fixed | undefined {
  if (coin === usdt.code) return one;
  const pair = market
    .instruments()
    .find(({ assetClass, base, quote }) => assetClass === 'crypto' && base === coin && quote === usdt.code);
  const quote = pair && market.quote(pair.code);
  return pair && quote && priceOf(quote.ask, pair);
}

/** What so much of a coin is worth at that price, rounded up; undefined while it has none. */
export function worthInUsdt(context: Pick<FundsContext, 'market'>, units: Amount, asset: Asset): Amount | undefined {
  const price = priceInUsdt(context, asset.code);
  return price && charge(multiply(toDecimal(units, asset), price), usdt);
}

/** What the form shows before a request. */
export async function readTerms(context: FundsContext, userId: string): Promise<WithdrawalTerms> {
  const { db, clock, waits, identity } = context;
  const [networks, own, confirmBy, feeRate, [user]] = await Promise.all([
    listNetworks(db),
    balances(db, book, userId),
    identity.proofOf(userId),
    feeRateOf(db),
    db.query<{ changedAt: Date | null }>('select security_changed_at as "changedAt" from users where id = $1', [userId]),
  ]);
  const level = await levelOf(db, userId, clock.wall());
  const { day, month, life } = await limitsOf(db, userId, level, clock.now());
  const available = (coin: string) => own.find(({ asset }) => asset.code === coin)?.available ?? amount(0n);
  const holdUntil = (user?.changedAt?.getTime() ?? 0) + waits.securityHoldMs;
  const shown = ({ limit, used }: WithdrawalLimit) => ({ limit: formatAmount(limit, usdt), used: formatAmount(used, usdt) });
  return {
    feeRate: formatFixed(feeRate),
    confirmBy,
    holdUntil: user?.changedAt && holdUntil > clock.wall() ? new Date(holdUntil).toISOString() : null,
    newMethodWaitSeconds: Math.ceil(waits.addressCoolDownMs / 1000),
    level,
    day: shown(day),
    month: shown(month),
    ...(life !== undefined && { life: shown(life) }),
    coins: networks.map((network) => {
      const { asset } = network;
      const price = priceInUsdt(context, asset.code);
      return {
        fee: feeShown(feeOn(network, feeRate), asset),
        coin: asset.code,
        network: network.id,
        networkName: network.name,
        chain: network.chain,
        minimum: formatAmount(network.withdrawalMinimum, asset),
        confirmations: network.confirmations,
        available: formatAmount(available(asset.code), asset),
        priceUsdt: price === undefined ? null : formatFixed(price),
      };
    }),
    card: {
      coin: 'USDT',
      fee: feeShown(feeOn(undefined, feeRate), usdt),
      minimum: formatAmount(cardMinimum, usdt),
      available: formatAmount(available(usdt.code), usdt),
    },
  };
}

/** Bounds of nothing are none. */
export function feeShown({ rate, min, max }: FeeTerms, asset: Asset) {
  return {
    rate: formatFixed(rate),
    min: min === nothing ? null : formatAmount(min, asset),
    max: max === null ? null : formatAmount(max, asset),
  };
}
