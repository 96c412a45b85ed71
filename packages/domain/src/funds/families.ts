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

export const hasOutputs = (chain: Chain): chain is OutputChain => families[chain] === 'outputs';
export const isEvm = (chain: Chain): chain is EvmChain => families[chain] === 'evm';
