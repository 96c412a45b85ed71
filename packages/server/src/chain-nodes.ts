import type { Config } from './platform/config.ts';

/** Nodes that are queried about deposits, by chain. */
export function nodesOf(config: Config) {
  return {
    bitcoin: config.CHAIN_RPC_BITCOIN,
    ethereum: config.CHAIN_RPC_ETHEREUM,
    tron: config.CHAIN_RPC_TRON,
    litecoin: config.CHAIN_RPC_LITECOIN,
    bitcoincash: config.CHAIN_RPC_BITCOINCASH,
    dash: config.CHAIN_RPC_DASH,
    bsc: config.CHAIN_RPC_BSC,
    avalanche: config.CHAIN_RPC_AVALANCHE,
  };
}

/** Nodes that those are compared with. */
export function secondsOf(config: Config) {
  return {
    bitcoin: config.CHAIN_RPC_BITCOIN_SECOND,
    ethereum: config.CHAIN_RPC_ETHEREUM_SECOND,
    tron: config.CHAIN_RPC_TRON_SECOND,
    litecoin: config.CHAIN_RPC_LITECOIN_SECOND,
    bitcoincash: config.CHAIN_RPC_BITCOINCASH_SECOND,
    dash: config.CHAIN_RPC_DASH_SECOND,
    bsc: config.CHAIN_RPC_BSC_SECOND,
    avalanche: config.CHAIN_RPC_AVALANCHE_SECOND,
  };
}
