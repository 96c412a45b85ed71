import type { OptionStatus } from '@assay/contract/vocabulary/statuses.ts';

/** Every change of status that exists: an option is settled once, and then stays as it is. */
const changes: Readonly<Record<OptionStatus, readonly OptionStatus[]>> = {
  open: ['won', 'lost', 'tie', 'void'],
  won: [],
  lost: [],
  tie: [],
  void: [],
};

export function mayBecome(from: OptionStatus, to: OptionStatus): boolean {
  return changes[from].includes(to);
}
