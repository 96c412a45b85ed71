import type { DepositCoin } from '@assay/contract/endpoints/funds.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { type Amount, type Asset, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Database, Queryable } from '../platform/database.ts';

/** A coin on a network, as it is offered. Minimums are in the coin's smallest unit. */
export interface Network {
  readonly id: string;
  readonly asset: Asset;
  readonly chain: Chain;
  readonly name: string;
  /** The coin's contract on the chain; null for the chain's own coin. */
  readonly token: string | null;
  readonly tokenDecimals: number;
  /** Null while no deposits are taken. */
  readonly address: string | null;
  readonly sample: boolean;
  readonly depositMinimum: Amount;
  readonly withdrawalMinimum: Amount;
  readonly confirmations: number;
}

interface Row extends Omit<Network, 'asset' | 'depositMinimum' | 'withdrawalMinimum'> {
  readonly coin: string;
  readonly depositMinimum: bigint;
  readonly withdrawalMinimum: bigint;
}

const columns = `
  id, coin, chain, name, token, token_decimals as "tokenDecimals", address, sample, deposit_minimum as "depositMinimum",
  withdrawal_minimum as "withdrawalMinimum", confirmations`;

function networkOf({ coin, depositMinimum, withdrawalMinimum, ...row }: Row): Network {
  const minimums = { depositMinimum: amount(depositMinimum), withdrawalMinimum: amount(withdrawalMinimum) };
  return { ...row, asset: assetOf(coin), ...minimums };
}

export async function listNetworks(db: Queryable): Promise<Network[]> {
  return (await db.query<Row>(`select ${columns} from networks order by position`)).map(networkOf);
}

/** Undefined when the coin does not travel on it, or there is no such network. */
export async function findNetwork(db: Queryable, id: string, coin: string): Promise<Network | undefined> {
  const [row] = await db.query<Row>(`select ${columns} from networks where id = $1 and coin = $2`, [id, coin]);
  return row && networkOf(row);
}

/** The networks that take deposits. */
export async function depositCoins(db: Queryable): Promise<DepositCoin[]> {
  const networks = await listNetworks(db);
  return networks.flatMap(({ address, asset, ...network }) => {
    if (address === null) return [];
    return {
      coin: asset.code,
      network: network.id,
      networkName: network.name,
      chain: network.chain,
      address,
      qrText: address,
      minimum: formatAmount(network.depositMinimum, asset),
      confirmations: network.confirmations,
      sample: network.sample,
    };
  });
}

/**
 * Addresses that nobody has the key of: what is sent there is lost for good, as with the best known one of Bitcoin, which says
 * so itself. A sandbox shows them as samples, so that its screens are whole and nothing can be stolen by them.
 */
const unspendable: Readonly<Record<Chain, string>> = {
  bitcoin: '1BitcoinEaterAddressDontSendf59kuE',
  ethereum: '0x000000000000000000000000000000000000dEaD',
  tron: 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY',
};

/** Puts the sample addresses where there is none. */
export async function showSampleAddresses(db: Database): Promise<void> {
  for (const [chain, address] of Object.entries(unspendable)) {
    await db.query('update networks set address = $2, sample = true where chain = $1 and address is null', [chain, address]);
  }
}
