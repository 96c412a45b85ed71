import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { isEvm } from '@assay/domain/funds/families.ts';

/** An invented transaction for a sandbox, as its chain would write it; no two are alike. */
export function sampleHash(chain: Chain): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return isEvm(chain) ? `0x${digits}` : digits;
}
