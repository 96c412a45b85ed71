/** 64 digits derived from their subject. */
export const digits = (name: string, number: number) => `${name}${number.toString(16).padStart(64 - name.length, '0')}`;

/** A chain of Bitcoin Core, as `getblock` writes it down. `forkedFrom` makes other hashes from a height on; marked blocks have their own. */
export function bitcoinCore({ marked = new Map<number, string>() } = {}) {
  const paid = new Map<number, { txid: string; vout: readonly object[]; vin?: readonly object[] }[]>();
  const state = { blocks: 100, chain: 'main', initialblockdownload: false, forkedFrom: Infinity };
  const hashOf = (height: number) => digits(height >= state.forkedFrom ? 'bb' : 'aa', height);
  const find = (txid: string) => {
    for (const [height, all] of paid) {
      const found = all.find((one) => one.txid === txid);
      if (found) return { ...found, blockhash: hashOf(height), confirmations: state.blocks - height + 1 };
    }
    return undefined;
  };
  const answers = {
    getblockchaininfo: () => state,
    getblockhash: (height: number) => marked.get(height) ?? hashOf(height),
    getblock: (hash: string) => {
      const height = Number.parseInt(hash.slice(2), 16);
      return { hash, height, previousblockhash: hashOf(height - 1), tx: paid.get(height) ?? [] };
    },
    getblockheader: (hash: string) => ({ height: Number.parseInt(hash.slice(2), 16) }),
    getrawtransaction: find,
  };
  return { paid, state, answers };
}
