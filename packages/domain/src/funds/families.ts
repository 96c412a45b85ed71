import type { Chain } from '@assay/contract/vocabulary/funds.ts';

/** Chains whose coins lie in outputs of transactions, as Bitcoin's do. */
export type OutputChain = 'bitcoin' | 'litecoin' | 'bitcoincash' | 'dash';
/** Chains of accounts that write addresses, transactions and signatures as Ethereum does. */
export type EvmChain = 'ethereum' | 'bsc' | 'avalanche';

type Family = 'outputs' | 'evm' | 'tron';
const families: Readonly<Record<Chain, Family>> = {
  bitcoin: 'outputs',
  ethereum: 'evm',
  tron: 'tron',
  litecoin: 'outputs',
  bitcoincash: 'outputs',
  dash: 'outputs',
  bsc: 'evm',
  avalanche: 'evm',
};

/** What a chain takes its fees in. */
const natives: Readonly<Record<Chain, { readonly coin: string; readonly decimals: number }>> = {
  bitcoin: { coin: 'BTC', decimals: 8 },
  ethereum: { coin: 'ETH', decimals: 18 },
  tron: { coin: 'TRX', decimals: 6 },
  litecoin: { coin: 'LTC', decimals: 8 },
  bitcoincash: { coin: 'BCH', decimals: 8 },
  dash: { coin: 'DASH', decimals: 8 },
  bsc: { coin: 'BNB', decimals: 18 },
  avalanche: { coin: 'AVAX', decimals: 18 },
};
export const nativeOf = (chain: Chain) => natives[chain];

export const hasOutputs = (chain: Chain): chain is OutputChain => families[chain] === 'outputs';
export const isEvm = (chain: Chain): chain is EvmChain => families[chain] === 'evm';
