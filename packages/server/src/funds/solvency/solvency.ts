import type { Solvency } from '@assay/contract/endpoints/console/deposits.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { formatFixed, fixed } from '@assay/domain/money/fixed.ts';
import { owedToCustomers } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { book } from '../context.ts';
import { type Network, listNetworks } from '../networks.ts';

interface Holding {
  readonly networkId: string;
  readonly amount: bigint | null;
  readonly height: number | null;
  readonly addresses: number;
  readonly knownAt: Date | null;
  readonly fault: string | null;
}

/**
 * Coins held against coins owed, asset by asset. Owed is what customers own on the real book, lent money aside, and what has
 * reached their addresses and is not credited. An asset of which one network is unknown is unknown as a whole: nothing is added
 * up to something that looks covered.
 */
export async function readSolvency(db: Queryable): Promise<Solvency> {
  const [networks, owed, holdings, uncredited, watched] = await Promise.all([
    listNetworks(db),
    owedToCustomers(db, book),
    db.query<Holding>(
      `select network_id as "networkId", amount, height, addresses, known_at as "knownAt", fault from chain_holdings`,
    ),
    db.query<{ networkId: string; amount: bigint }>(
      `select p.network_id as "networkId", sum(p.amount)::numeric(38, 0) as amount
       from chain_payments p left join deposits d on d.id = p.deposit_id
       where p.lost_at is null and d.status is distinct from 'completed' group by p.network_id`,
    ),
    db.query<{ chain: string }>('select chain from chain_watches where watched'),
  ]);
  const isWatched = (network: Network) => watched.some(({ chain }) => chain === network.chain);
  const stated = networks.map((network) => {
    const holding = holdings.find(({ networkId }) => networkId === network.id);
    const known = isWatched(network) && holding?.fault === null ? holding : undefined;
    return { network, known, waiting: uncredited.find(({ networkId }) => networkId === network.id)?.amount ?? 0n };
  });
  const assets = new Map(networks.map(({ asset }) => [asset.code, asset]));
  return {
    networks: stated.map(({ network: { id, chain, asset }, known, waiting }) => ({
      network: id,
      chain,
      asset: asset.code,
      held: known?.amount === null || known === undefined ? null : formatAmount(amount(known.amount), asset),
      height: known?.height ?? null,
      at: known?.knownAt?.toISOString() ?? null,
      addresses: known?.addresses ?? 0,
      uncredited: formatAmount(amount(waiting), asset),
    })),
    assets: [...assets.values()].map((asset) => {
      const own = stated.filter(({ network }) => network.asset.code === asset.code);
      const due = (owed.get(asset.code) ?? 0n) + own.reduce((sum, { waiting }) => sum + waiting, 0n);
      const parts = own.map(({ known }) => known?.amount ?? null);
      const held = parts.includes(null) ? null : parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
      const text = (units: bigint) => formatFixed(fixed(units, asset.scale));
      return {
        asset: asset.code,
        owed: text(due),
        held: held === null ? null : text(held),
        difference: held === null ? null : text(held - due),
      };
    }),
    claims: [...owed].filter(([code, units]) => !assets.has(code) && units > 0n).map(([code]) => code),
  };
}
