import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { TradingState } from '../trading-state.ts';
import type { Field, Preview } from './preview.ts';

/** Why a ticket can't be sent; the button shows it. */
export type Blocker =
  | MarketBlocker
  | 'noContract'
  | 'noPrice'
  | 'enterSize'
  | 'enterPrice'
  | 'enterTrigger'
  | 'lots'
  | 'leverage'
  | 'price'
  | 'trigger'
  | 'until'
  | 'stopLoss'
  | 'takeProfit'
  | 'targets'
  | 'trailing'
  | 'balance'
  | 'dealMax'
  | 'other';

/** Reasons that block an order of any kind. */
export type MarketBlocker = 'suspended' | 'closed' | 'signedOut' | 'stopped' | 'offline' | 'delayed';

export interface MarketState {
  readonly signedIn: boolean;
  readonly feed: 'connecting' | 'live' | 'delayed' | 'offline';
  readonly trading: TradingState;
  /** One of the person's own limits blocks it. */
  readonly stopped: boolean;
}

export interface BlockerInput extends MarketState {
  readonly hasContract: boolean;
  /** Null while there is no price. */
  readonly preview: Preview | null;
}

/** The first reason why nothing can be sent now; null when the entries decide. */
export function marketBlockerOf({ signedIn, feed, trading, stopped }: MarketState): MarketBlocker | null {
  if (trading !== 'open') return trading;
  if (!signedIn) return 'signedOut';
  if (stopped) return 'stopped';
  if (feed === 'offline' || feed === 'connecting') return 'offline';
  return feed === 'delayed' ? 'delayed' : null;
}

const byField: Record<Field, Blocker> = {
  size: 'enterSize',
  price: 'enterPrice',
  trigger: 'enterTrigger',
  until: 'until',
  trailing: 'trailing',
  leverage: 'leverage',
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
  targets: 'targets',
};

/** The first reason why the order cannot be sent, the one that nothing else mends; null when it can. */
export function blockerOf({ hasContract, preview, ...market }: BlockerInput): Blocker | null {
  if (!hasContract) return 'noContract';
  const blocker = marketBlockerOf(market);
  if (blocker !== null) return blocker;
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
    case '11213':
      return 'dealMax';
    case '11006':
    case '11215':
      return 'leverage';
    case '11012':
      return 'price';
    case '11304':
      return 'trigger';
    case '11305':
      return 'until';
    case '11016':
      return 'trailing';
    case '11005':
      return field === 'takeProfit' || field === 'targets' ? field : 'stopLoss';
    case '11300':
      return 'targets';
    default:
      return 'other';
  }
}
