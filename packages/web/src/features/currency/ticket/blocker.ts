import type { Code } from '@assay/contract/vocabulary/codes.ts';
import type { Field, Preview } from './preview.ts';

/** What stands between a ticket and its order; the button says it. */
export type Blocker =
  | 'signedOut'
  | 'offline'
  | 'delayed'
  | 'noContract'
  | 'noPrice'
  | 'suspended'
  | 'closed'
  | 'enterSize'
  | 'enterPrice'
  | 'lots'
  | 'leverage'
  | 'price'
  | 'stopLoss'
  | 'takeProfit'
  | 'balance'
  | 'other';

export interface BlockerInput {
  readonly signedIn: boolean;
  readonly feed: 'connecting' | 'live' | 'delayed' | 'offline';
  readonly hasContract: boolean;
  readonly suspended: boolean;
  readonly open: boolean;
  /** Null while there is no price. */
  readonly preview: Preview | null;
}

const byField: Record<Field, Blocker> = {
  size: 'enterSize',
  price: 'enterPrice',
  leverage: 'leverage',
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
};

/** The first reason why the order cannot be sent, the one that nothing else mends; null when it can. */
export function blockerOf({ signedIn, feed, hasContract, suspended, open, preview }: BlockerInput): Blocker | null {
  if (!hasContract) return 'noContract';
  if (suspended) return 'suspended';
  if (!open) return 'closed';
  if (!signedIn) return 'signedOut';
  if (feed === 'offline' || feed === 'connecting') return 'offline';
  if (feed === 'delayed') return 'delayed';
  if (preview === null) return 'noPrice';
  if (preview.blocked === null) return null;
  const { code, field } = preview.blocked;
  if (code === 'missing') return field === null ? 'other' : byField[field];
  return byCode(code, field);
}

function byCode(code: Code, field: Field | null): Blocker {
  switch (code) {
    case '10011':
      return 'balance';
    case '11007':
      return 'lots';
    case '11006':
      return 'leverage';
    case '11012':
      return 'price';
    case '11005':
      return field === 'takeProfit' ? 'takeProfit' : 'stopLoss';
    default:
      return 'other';
  }
}
