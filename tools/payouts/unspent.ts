// What a wallet has unspent, as Bitcoin Core's `scantxoutset` reports it.
import { coinsOf } from '@assay/server/funds/chain/bitcoin.ts';
import { Node } from '@assay/server/funds/chain/json-rpc.ts';
import { z } from 'zod';
import { Fault } from './batch-file.ts';
import { type Unspent, outpointOf } from './choose-outputs.ts';
import { type Branch, type Wallet, walletKey } from './wallet.ts';

const output = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vout: z.number().int().min(0),
  scriptPubKey: z.string(),
  desc: z.string(),
  amount: coinsOf('bitcoin'),
});
const scanned = z.object({ success: z.literal(true), unspents: z.array(output) });
type Scanned = z.infer<typeof scanned>;

/** From a file with the node's answer, for a machine without a network. */
export function readUnspent(text: string, wallet: Wallet): Unspent[] {
  const read = scanned.safeParse(parsed(text));
  if (!read.success) throw new Fault('--unspent is no answer of scantxoutset');
  return ofWallet(read.data, wallet);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Each with its place in the wallet, which the node names and the wallet's own key has to confirm. */
function ofWallet({ unspents }: Scanned, wallet: Wallet): Unspent[] {
  return unspents.map(({ txid, vout, scriptPubKey, desc, amount }) => {
    const [, branch, position] = /\/([01])\/(\d{1,9})\]/.exec(desc) ?? [];
    const place = { branch: Number(branch) as Branch, position: Number(position) };
    const own = branch !== undefined && walletKey(wallet, place.branch, place.position).script;
    if (own === false || Buffer.from(own).toString('hex') !== scriptPubKey)
      throw new Fault(`${outpointOf({ txid, vout })} is of another wallet than the one of the descriptor`);
    return { txid, vout, units: amount, ...place };
  });
}

/** A scan reads all that is unspent on the chain, which takes minutes. */
const limits = { timeoutMs: 290_000, bytesMax: 16 * 1024 * 1024 };
/** Addresses of each branch that are looked at. */
export const positionMax = 999;
/** What nodes carry for others at the least, in satoshis for 1000 virtual bytes: not all of them go lower. */
export const feeRateMin = 1000n;
/** Blocks within which a fee is to be enough. */
const blocks = 6;

export class WalletNode {
  readonly #node: Node;
  constructor(url: string) {
    this.#node = new Node(url, limits);
  }

  /** Without what a transaction spends that no block has taken yet, but with `kept`: its own batch may be made again, at a higher fee. */
  async unspent(wallet: Wallet, kept: string): Promise<Unspent[]> {
    const { chain } = await this.#node.must('getblockchaininfo', [], z.object({ chain: z.string() }));
    if (chain !== 'main') throw new Fault(`the node is of the chain ${chain}, and not of main`);
    const key = wallet.account.publicExtendedKey;
    const asked = [0, 1].map((branch) => ({ desc: `wpkh(${key}/${branch}/*)`, range: positionMax }));
    const all = ofWallet(await this.#node.must('scantxoutset', ['start', asked], scanned), wallet);
    const free: Unspent[] = [];
    for (const one of all) {
      const stands = await this.#node.ask('gettxout', [one.txid, one.vout, true], z.object({}));
      if (stands !== null || outpointOf(one) === kept) free.push(one);
    }
    return free;
  }

  /** Satoshis for 1000 virtual bytes. */
  async feeRate(): Promise<bigint> {
    const { feerate } = await this.#node.must(
      'estimatesmartfee',
      [blocks],
      z.object({ feerate: coinsOf('bitcoin').optional() }),
    );
    if (feerate === undefined) throw new Fault('the node can’t estimate a fee yet: say one by --fee-rate');
    return feerate < feeRateMin ? feeRateMin : feerate;
  }
}
