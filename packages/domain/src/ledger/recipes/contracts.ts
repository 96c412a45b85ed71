import { type Amount, greatest, least, minus, nothing, sum } from '../../money/amount.ts';
import { type Transfer, houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** A contract opened at the market: the margin is set aside and the opening fee is paid. */
export function contractOpened(order: { userId: string; margin: Amount; fee: Amount }): Recipe {
  const available = userAccount(order.userId, 'available');
  return {
    reason: 'contract.opened',
    transfers: [
      ...moves(available, userAccount(order.userId, 'margin'), order.margin),
      ...moves(available, houseAccount('fees'), order.fee),
    ],
  };
}

/** A limit order placed: margin and fee, both at the limit, are held together. */
export function limitPlaced(order: { userId: string; margin: Amount; fee: Amount }): Recipe {
  const held = sum(order.margin, order.fee);
  return {
    reason: 'contract.placed',
    transfers: moves(userAccount(order.userId, 'available'), userAccount(order.userId, 'order'), held),
  };
}

/**
 * A limit order filled: `held` is what `limitPlaced` set aside, `margin` and `fee` are those at the fill. What a better
 * price leaves over returns. Filling for more than was held is our own mistake: a limit is never filled beyond it.
 */
export function limitFilled(order: { userId: string; held: Amount; margin: Amount; fee: Amount }): Recipe {
  const held = userAccount(order.userId, 'order');
  return {
    reason: 'contract.filled',
    transfers: [
      ...moves(held, userAccount(order.userId, 'margin'), order.margin),
      ...moves(held, houseAccount('fees'), order.fee),
      ...moves(held, userAccount(order.userId, 'available'), minus(minus(order.held, order.margin), order.fee)),
    ],
  };
}

/**
 * A stop order filled: its margin and fee are those at the quote that crossed its trigger. What it held pays first, the rest comes
 * out of the free balance.
 */
export function stopFilled(order: { userId: string; held: Amount; margin: Amount; fee: Amount }): Recipe {
  const [held, available] = [userAccount(order.userId, 'order'), userAccount(order.userId, 'available')];
  const margin = least(order.held, order.margin);
  const fee = least(minus(order.held, margin), order.fee);
  return {
    reason: 'contract.filled',
    transfers: [
      ...moves(held, userAccount(order.userId, 'margin'), margin),
      ...moves(available, userAccount(order.userId, 'margin'), minus(order.margin, margin)),
      ...moves(held, houseAccount('fees'), fee),
      ...moves(available, houseAccount('fees'), minus(order.fee, fee)),
      ...moves(held, available, minus(minus(order.held, margin), fee)),
    ],
  };
}

/** An order that waits is given other terms: what it holds becomes more or less. */
export function orderAmended(order: { userId: string; before: Amount; after: Amount }): Recipe {
  const [held, available] = [userAccount(order.userId, 'order'), userAccount(order.userId, 'available')];
  return {
    reason: 'contract.amended',
    transfers: [
      ...moves(available, held, greatest(nothing, minus(order.after, order.before))),
      ...moves(held, available, greatest(nothing, minus(order.before, order.after))),
    ],
  };
}

/** An order has waited until its end: all that it held returns. */
export function orderExpired(order: { userId: string; held: Amount }): Recipe {
  return { ...limitCancelled(order), reason: 'contract.expired' };
}

/** A limit order withdrawn before it was filled: all that it held returns. */
export function limitCancelled(order: { userId: string; held: Amount }): Recipe {
  return {
    reason: 'contract.cancelled',
    transfers: moves(userAccount(order.userId, 'order'), userAccount(order.userId, 'available'), order.held),
  };
}

/** The closing fee that is taken: never more than margin and profit leave, since a position can't put its owner in debt. */
function closingFeeTaken(position: { margin: Amount; profit: Amount; fee: Amount }): Amount {
  return least(position.fee, greatest(nothing, sum(position.margin, position.profit)));
}

/** The amount by which a loss exceeds the margin; if above zero the insurance fund pays. */
function lossGap(position: { margin: Amount; profit: Amount }): Amount {
  return greatest(nothing, minus(nothing, sum(position.margin, position.profit)));
}

export interface ClosedContract {
  readonly userId: string;
  readonly margin: Amount;
  /** The result before fees; negative is a loss. */
  readonly profit: Amount;
  /** The closing fee owed; no more of it is taken than margin and profit leave. */
  readonly fee: Amount;
  readonly liquidated: boolean;
  /** What the insurance fund has, read under lock (`lockBalances`); only needed where the loss exceeds the margin. */
  readonly insurance?: Amount;
}

/**
 * A contract closed or liquidated. A profit is paid by `trading`; a loss goes there, up to the margin. What the margin does
 * not cover the insurance fund pays as far as it has, and `trading` bears the rest: it is never the user's debt.
 */
export function contractClosed(position: ClosedContract): Recipe {
  const reason = position.liquidated ? 'contract.liquidated' : 'contract.closed';
  return { reason, transfers: position.profit < 0n ? closedWithLoss(position) : closedWithProfit(position) };
}

function closedWithProfit(position: ClosedContract): Transfer[] {
  const available = userAccount(position.userId, 'available');
  return [
    ...moves(houseAccount('trading'), available, position.profit),
    ...moves(userAccount(position.userId, 'margin'), available, position.margin),
    ...moves(available, houseAccount('fees'), closingFeeTaken(position)),
  ];
}

function closedWithLoss(position: ClosedContract): Transfer[] {
  const margin = userAccount(position.userId, 'margin');
  const trading = houseAccount('trading');
  const taken = least(minus(nothing, position.profit), position.margin);
  const fee = closingFeeTaken(position);
  const gap = lossGap(position);
  if (gap > 0n && position.insurance === undefined) throw new Error('a gap needs the balance of the insurance fund');
  return [
    ...moves(margin, trading, taken),
    ...moves(margin, houseAccount('fees'), fee),
    ...moves(margin, userAccount(position.userId, 'available'), minus(minus(position.margin, taken), fee)),
    ...moves(houseAccount('insurance'), trading, least(gap, position.insurance ?? nothing)),
  ];
}

/** Free money set aside for a position beyond what its opening needed. */
export function marginAdded({ userId, amount }: { userId: string; amount: Amount }): Recipe {
  return { reason: 'margin.added', transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'margin'), amount) };
}

/** Such money, free again. */
export function marginRemoved({ userId, amount }: { userId: string; amount: Amount }): Recipe {
  return {
    reason: 'margin.removed',
    transfers: moves(userAccount(userId, 'margin'), userAccount(userId, 'available'), amount),
  };
}

/** A position voided by the operators: the margin and all fees paid so far return, nothing else happens. */
export function contractVoided(position: { userId: string; margin: Amount; fees: Amount }): Recipe {
  const available = userAccount(position.userId, 'available');
  return {
    reason: 'contract.voided',
    transfers: [
      ...moves(userAccount(position.userId, 'margin'), available, position.margin),
      ...moves(houseAccount('trading'), available, position.fees),
    ],
  };
}

/** Overnight financing that the position owes, from free money and from its margin. */
export function financingCharged(charge: { userId: string; available: Amount; margin: Amount }): Recipe {
  const trading = houseAccount('trading');
  return {
    reason: 'financing.charged',
    transfers: [
      ...moves(userAccount(charge.userId, 'available'), trading, charge.available),
      ...moves(userAccount(charge.userId, 'margin'), trading, charge.margin),
    ],
  };
}

/** Overnight financing that the position receives. */
export function financingReceived(payment: { userId: string; amount: Amount }): Recipe {
  return {
    reason: 'financing.received',
    transfers: moves(houseAccount('trading'), userAccount(payment.userId, 'available'), payment.amount),
  };
}

/** What a dividend costs the holder of a short position, from free money and from the margin. */
export function dividendCharged(charge: { userId: string; available: Amount; margin: Amount }): Recipe {
  return { ...financingCharged(charge), reason: 'dividend.charged' };
}

/** What a dividend pays the holder of a long position. */
export function dividendReceived(payment: { userId: string; amount: Amount }): Recipe {
  return { ...financingReceived(payment), reason: 'dividend.received' };
}
