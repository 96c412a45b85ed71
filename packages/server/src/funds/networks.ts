import type { DepositCoin } from '@assay/contract/endpoints/funds.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { type Amount, type Asset, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { type Fixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { ownAddresses } from './receive/addresses.ts';

/** A coin on a network, as it is offered. Minimums are in the coin's smallest unit. */
export interface Network {
  readonly id: string;
  readonly asset: Asset;
  readonly chain: Chain;
  readonly name: string;
  /** The coin's contract on the chain; null for the chain's own coin. */
  readonly token: string | null;
  readonly tokenDecimals: number;
  /** Whether deposits are taken. */
  readonly deposits: boolean;
  readonly depositMinimum: Amount;
  readonly withdrawalMinimum: Amount;
  /** Share of a withdrawal that is its fee; null: the one of all. */
  readonly feeRate: Fixed | null;
  readonly feeMin: Amount;
  readonly feeMax: Amount | null;
  readonly confirmations: number;
}

interface Row extends Omit<Network, 'asset' | 'depositMinimum' | 'withdrawalMinimum' | 'feeRate' | 'feeMin' | 'feeMax'> {
  readonly coin: string;
  readonly depositMinimum: bigint;
  readonly withdrawalMinimum: bigint;
  readonly feeRate: string | null;
  readonly feeMin: bigint;
  readonly feeMax: bigint | null;
}

const columns = `
  id, coin, chain, name, token, token_decimals as "tokenDecimals", deposits, deposit_minimum as "depositMinimum",
  withdrawal_minimum as "withdrawalMinimum", fee_rate::text as "feeRate", fee_min as "feeMin", fee_max as "feeMax", confirmations`;

function networkOf({ coin, depositMinimum, withdrawalMinimum, feeRate, feeMin, feeMax, ...row }: Row): Network {
  const minimums = { depositMinimum: amount(depositMinimum), withdrawalMinimum: amount(withdrawalMinimum) };
  const fee = {
    feeRate: feeRate === null ? null : toFixed(feeRate),
    feeMin: amount(feeMin),
    feeMax: feeMax === null ? null : amount(feeMax),
  };
  return { ...row, asset: assetOf(coin), ...minimums, ...fee };
}

export async function listNetworks(db: Queryable): Promise<Network[]> {
  return (await db.query<Row>(`select ${columns} from networks order by position`)).map(networkOf);
}

/** Undefined when the coin does not travel on it, or there is no such network. */
export async function findNetwork(db: Queryable, id: string, coin: string): Promise<Network | undefined> {
  const [row] = await db.query<Row>(`select ${columns} from networks where id = $1 and coin = $2`, [id, coin]);
  return row && networkOf(row);
}

/** The networks that take deposits, with the customer's own address on each. Networks of one chain share it. */
export async function depositCoins(db: Database, userId: string): Promise<DepositCoin[]> {
  const [networks, addresses] = [await listNetworks(db), await ownAddresses(db, userId)];
  return networks.flatMap(({ asset, deposits, ...network }) => {
    const own = addresses.get(network.chain);
    if (!deposits || own === undefined) return [];
    return {
      coin: asset.code,
      network: network.id,
      networkName: network.name,
      chain: network.chain,
      address: own.address,
      qrText: own.address,
      minimum: formatAmount(network.depositMinimum, asset),
      confirmations: network.confirmations,
      sample: own.sample,
    };
  });
}
