import type { NftStatus } from '@assay/contract/vocabulary/statuses.ts';

/**
 * Every change of status that exists; anything else is our own mistake. `unsold` ended without a bid that met the reserve, or
 * was withdrawn by the operators before the first bid.
 */
const changes: Readonly<Record<NftStatus, readonly NftStatus[]>> = {
  upcoming: ['onSale', 'unsold'],
  onSale: ['sold', 'unsold'],
  sold: [],
  unsold: [],
};

export function mayBecome(from: NftStatus, to: NftStatus): boolean {
  return changes[from].includes(to);
}

/** The status at a moment: an upcoming piece is on sale from its start, even before that is stored. */
export function statusAt(status: NftStatus, startsAt: number, now: number): NftStatus {
  return status === 'upcoming' && startsAt <= now ? 'onSale' : status;
}
