import type { PublicSolvency } from '@assay/contract/endpoints/solvency.ts';
import { amount, formatAmount, payout, toDecimal } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { divide, formatFixed, multiply } from '@assay/domain/money/fixed.ts';
import type { FundsContext } from '../context.ts';
import { priceInUsdt } from '../withdrawals/terms.ts';
import { listReserves } from './reserves.ts';
import { type Held, stateSolvency } from './solvency.ts';

/** Sums over all accounts: strangers who ask again and again are answered from memory. */
const keptMs = 60_000;

type Context = Pick<FundsContext, 'db' | 'clock' | 'market' | 'origin'>;

/** The public view of coins held against coins owed; computed at most once a minute. */
export function publicSolvency(context: Context): () => Promise<PublicSolvency> {
  let kept: { readonly until: number; readonly stated: Promise<PublicSolvency> } | undefined;
  return () => {
    const now = context.clock.elapsed();
    if (kept === undefined || kept.until <= now) {
      const stated = read(context);
      const keeping = { until: now + keptMs, stated };
      kept = keeping;
      // What went wrong is not remembered.
      stated.catch(() => {
        if (kept === keeping) kept = undefined;
      });
    }
    return kept.stated;
  };
}

interface Seal {
  readonly day: string;
  readonly liabilitiesRoot: string;
  readonly totals: Readonly<Record<string, string>>;
}

async function read(context: Context): Promise<PublicSolvency> {
  const { db, clock, origin } = context;
  const [{ networks, assets, claims }, [seal], reserves] = await Promise.all([
    stateSolvency(db, clock.wall()),
    db.query<Seal>('select day::text, liabilities_root as "liabilitiesRoot", totals from proofs order by day desc limit 1'),
    listReserves(db, origin),
  ]);
  return {
    at: new Date(clock.wall()).toISOString(),
    seal: seal === undefined ? null : { day: seal.day, liabilitiesRoot: seal.liabilitiesRoot },
    assets: assets.map(({ asset, owed, held }) => ({
      asset: asset.code,
      networks: networks.filter(({ network }) => network.asset.code === asset.code).map(networkToWire),
      held: held === null ? null : formatAmount(held, asset),
      owed: formatAmount(owed, asset),
      sealed: seal === undefined ? null : formatAmount(amount(BigInt(seal.totals[asset.code] ?? '0')), asset),
      ratio:
        held === null || owed <= 0n ? null : formatFixed(divide(toDecimal(held, asset), toDecimal(owed, asset), 4, 'down')),
    })),
    claims: [...claims].map(([code, units]) => {
      const price = priceInUsdt(context, code);
      const worth = price && payout(multiply(toDecimal(units, assetOf(code)), price), usdt);
      return {
        asset: code,
        owed: formatAmount(units, assetOf(code)),
        usdt: worth === undefined ? null : formatAmount(worth, usdt),
      };
    }),
    reserves: reserves.map((one) => ({ ...one, declaredAt: one.declaredAt.toISOString() })),
  };
}

function networkToWire({ network, state, held, height, at }: Held): PublicSolvency['assets'][number]['networks'][number] {
  return {
    network: network.id,
    name: network.name,
    chain: network.chain,
    state,
    held: held === null ? null : formatAmount(held, network.asset),
    height,
    at: at?.toISOString() ?? null,
  };
}
