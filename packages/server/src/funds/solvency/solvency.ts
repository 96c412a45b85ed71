import type { Solvency } from '@assay/contract/endpoints/console/deposits.ts';
import type { HoldingState } from '@assay/contract/endpoints/solvency.ts';
import { type Amount, type Asset, amount, formatAmount, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { formatFixed, fixed } from '@assay/domain/money/fixed.ts';
import { owedToCustomers } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { book } from '../context.ts';
import { type Network, listNetworks } from '../networks.ts';

/** How long a node's answer about what our addresses hold is good enough, and how long it is believed where no other follows. */
export const holdingsRestMs = 10 * 60_000;
const believedMs = 3 * holdingsRestMs;

interface Watch {
  readonly chain: string;
  readonly height: number;
  readonly fault: string | null;
}

interface Holding {
  readonly networkId: string;
  readonly amount: bigint | null;
  readonly height: number | null;
  readonly addresses: number;
  readonly knownAt: Date | null;
  readonly fault: string | null;
}

/** What is held on a network, as far as its node says so now and is believed. */
export interface Held {
  readonly network: Network;
  readonly state: HoldingState;
  readonly held: Amount | null;
  readonly height: number | null;
  readonly at: Date | null;
  readonly addresses: number;
  /** Has reached customers, and is on no account yet. */
  readonly uncredited: Amount;
}

/** Coins held against coins owed, asset by asset. */
export interface Stated {
  readonly networks: readonly Held[];
  readonly assets: readonly { readonly asset: Asset; readonly owed: Amount; readonly held: Amount | null }[];
  /** Of assets without a network. */
  readonly claims: ReadonlyMap<string, Amount>;
}

/**
 * Owed is what customers own on the real book, lent money aside, and what has reached their addresses and is not credited. An
 * asset of which one network is unknown is unknown as a whole: nothing is added up to something that looks covered.
 * `now` is of the wall clock, epoch ms.
 */
export async function stateSolvency(db: Queryable, now: number): Promise<Stated> {
  const [networks, owed] = await Promise.all([listHeld(db, now), owedToCustomers(db, book)]);
  const assets = new Map(networks.map(({ network: { asset } }) => [asset.code, asset]));
  return {
    networks,
    assets: [...assets.values()].map((asset) => {
      const own = networks.filter(({ network }) => network.asset.code === asset.code);
      const parts = own.flatMap(({ held }) => (held === null ? [] : [held]));
      const due = sum(amount(owed.get(asset.code) ?? 0n), ...own.map(({ uncredited }) => uncredited));
      return { asset, owed: due, held: parts.length < own.length ? null : sum(...parts) };
    }),
    claims: new Map([...owed].flatMap(([code, units]) => (assets.has(code) || units <= 0n ? [] : [[code, amount(units)]]))),
  };
}

/** Coins in blocks not read yet are held and not owed: only what has been read so far is set against what is owed. */
const isBelieved = ({ fault, height, knownAt }: Holding, watch: Watch, now: number): boolean =>
  fault === null &&
  watch.fault === null &&
  height !== null &&
  height <= watch.height &&
  knownAt !== null &&
  now - knownAt.getTime() <= believedMs;

async function listHeld(db: Queryable, now: number): Promise<Held[]> {
  const [networks, holdings, uncredited, watched] = await Promise.all([
    listNetworks(db),
    db.query<Holding>(
      `select network_id as "networkId", amount, height, addresses, known_at as "knownAt", fault from chain_holdings`,
    ),
    db.query<{ networkId: string; amount: bigint }>(
      `select p.network_id as "networkId", sum(p.amount)::numeric(38, 0) as amount
       from chain_payments p left join deposits d on d.id = p.deposit_id
       where p.lost_at is null and d.status is distinct from 'completed' group by p.network_id`,
    ),
    db.query<Watch>('select chain, height, fault from chain_watches where watched'),
  ]);
  return networks.map((network) => {
    const watch = watched.find(({ chain }) => chain === network.chain);
    const holding = holdings.find(({ networkId }) => networkId === network.id);
    const known = watch !== undefined && holding !== undefined && isBelieved(holding, watch, now) ? holding : undefined;
    return {
      network,
      state: known !== undefined ? 'told' : watch !== undefined ? 'silent' : 'none',
      held: known === undefined ? null : amount(known.amount ?? 0n),
      height: known?.height ?? null,
      at: known?.knownAt ?? null,
      addresses: known?.addresses ?? 0,
      uncredited: amount(uncredited.find(({ networkId }) => networkId === network.id)?.amount ?? nothing),
    };
  });
}

/** As operators see it. */
export async function readSolvency(db: Queryable, now: number): Promise<Omit<Solvency, 'message'>> {
  const { networks, assets, claims } = await stateSolvency(db, now);
  return {
    networks: networks.map(({ network: { id, chain, asset }, held, height, at, addresses, uncredited }) => ({
      network: id,
      chain,
      asset: asset.code,
      held: held === null ? null : formatAmount(held, asset),
      height,
      at: at?.toISOString() ?? null,
      addresses,
      uncredited: formatAmount(uncredited, asset),
    })),
    assets: assets.map(({ asset, owed, held }) => ({
      asset: asset.code,
      owed: formatAmount(owed, asset),
      held: held === null ? null : formatAmount(held, asset),
      difference: held === null ? null : formatFixed(fixed(held - owed, asset.scale)),
    })),
    claims: [...claims].map(([code, units]) => ({ asset: code, owed: formatAmount(units, assetOf(code)) })),
  };
}
