import type { SpotStatus } from '@assay/contract/vocabulary/statuses.ts';

/** Every change of status that exists. Anything else is refused with 11008. A market order is filled from the start. */
const changes: Readonly<Record<SpotStatus, readonly SpotStatus[]>> = {
  open: ['filled', 'cancelled'],
  filled: [],
  cancelled: [],
};

export function mayBecome(from: SpotStatus, to: SpotStatus): boolean {
  return changes[from].includes(to);
}
