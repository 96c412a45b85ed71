import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';

/** Every change of an identity's status that exists; anything else is refused with 10019. */
const changes: Readonly<Record<KycStatus, readonly KycStatus[]>> = {
  notVerified: ['pendingReview'],
  pendingReview: ['verified', 'failed'],
  failed: ['pendingReview'],
  verified: [],
};

export function mayBecome(from: KycStatus, to: KycStatus): boolean {
  return changes[from].includes(to);
}
