import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { isEvm } from './families.ts';

/**
 * A transaction's hash as its chain writes it: 64 hexadecimal digits, on Ethereum and its kin after 0x; undefined when it is none. All
 * chains read capitals and small letters alike, so small ones are kept and no hash can come in twice.
 */
export function parseHash(chain: Chain, text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1];
  if (digits === undefined || (text.length !== 64 && !isEvm(chain))) return undefined;
  return isEvm(chain) ? `0x${digits}` : digits;
}

/** True when these are the hash's own last six: typing them shows that the customer looked at the transaction. */
export function endsWith(hash: string, lastSix: string): boolean {
  return hash.slice(-6) === lastSix.toLowerCase();
}
