import type { Chain } from './funds.ts';

/** As they call themselves in every language. */
export const chainNames: Readonly<Record<Chain, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  tron: 'TRON',
  litecoin: 'Litecoin',
  bitcoincash: 'Bitcoin Cash',
  dash: 'Dash',
  bsc: 'BNB Smart Chain',
  avalanche: 'Avalanche C-Chain',
};
