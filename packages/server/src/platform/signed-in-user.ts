import type { KeyRight } from '@assay/contract/vocabulary/api-keys.ts';
import type { FreezeReason } from '@assay/contract/vocabulary/operators.ts';

/** Who is signed in, as the identity slice answers it for a token. */
export interface SignedInUser {
  readonly id: string;
  readonly userName: string;
  readonly sessionId: string;
  readonly frozen: boolean;
  readonly freezeReason: FreezeReason | null;
  /** What the key may do that has signed a call; left out of sessions. */
  readonly keyRight?: KeyRight | undefined;
}
