import { type Amount, type Asset, greatest, least, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type AccountRef, type Balances, type Transfer, heldKinds, houseAccount, userAccount } from './accounts.ts';

/** Why money moved: a closed list, shown on statements and receipts. */
export const reasons = [
  'house.funded',
  'deposit.completed',
  'demo.opened',
  'demo.reset',
  'contract.opened',
  'contract.placed',
  'contract.filled',
  'contract.cancelled',
  'contract.closed',
  'contract.liquidated',
  'contract.voided',
  'financing.charged',
  'financing.received',
  'option.bought',
  'option.won',
  'option.lost',
  'option.tied',
  'option.voided',
  'spot.placed',
  'spot.filled',
  'spot.cancelled',
  'plan.opened',
  'plan.income',
  'plan.matured',
  'plan.left',
  'plan.expired',
] as const;
export type Reason = (typeof reasons)[number];

/** What a posting says: a reason and its transfers in the order in which they are booked. */
export interface Recipe {
  readonly reason: Reason;
  readonly transfers: readonly Transfer[];
}

/** A line of a recipe. Nothing is booked for nothing; a negative amount is our own mistake. */
function moves(from: AccountRef, to: AccountRef, amount: Amount, asset: Asset = usdt): Transfer[] {
  if (amount < 0n) throw new Error(`a transfer of ${amount} from ${from.kind} to ${to.kind} is negative`);
  return amount === 0n ? [] : [{ from, to, asset, amount }];
}

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

/** What a loss exceeds the margin by; more than nothing means that the insurance fund is asked. */
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

/**
 * How a financing charge is met: from free money first, then from the margin, then not at all. Read both balances under lock
 * (`lockBalances`); `margin` is that of the position alone.
 */
export function financingSplit(charge: { available: Amount; margin: Amount; amount: Amount }): {
  available: Amount;
  margin: Amount;
} {
  const available = least(charge.amount, charge.available);
  return { available, margin: least(minus(charge.amount, available), charge.margin) };
}

/** Overnight financing that the position owes. */
export function financingCharged(charge: { userId: string; available: Amount; margin: Amount; amount: Amount }): Recipe {
  const split = financingSplit(charge);
  const trading = houseAccount('trading');
  return {
    reason: 'financing.charged',
    transfers: [
      ...moves(userAccount(charge.userId, 'available'), trading, split.available),
      ...moves(userAccount(charge.userId, 'margin'), trading, split.margin),
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

/** Money of the house for one book, in USDT. */
export interface HouseFunds {
  readonly treasury: Amount;
  readonly insurance: Amount;
  readonly lending: Amount;
  readonly trading: Amount;
}

/** A deposit that two operators have confirmed reaches its owner. */
export function depositCompleted(deposit: { userId: string; amount: Amount }): Recipe {
  return {
    reason: 'deposit.completed',
    transfers: moves(houseAccount('outside:deposits'), userAccount(deposit.userId, 'available'), deposit.amount),
  };
}

/** The house puts its own money in. `capital` goes negative by it: the books owe that to the owners. */
export function houseFunded(funds: HouseFunds): Recipe {
  const capital = houseAccount('capital');
  return {
    reason: 'house.funded',
    transfers: [
      ...moves(capital, houseAccount('treasury'), funds.treasury),
      ...moves(capital, houseAccount('insurance'), funds.insurance),
      ...moves(capital, houseAccount('lending'), funds.lending),
      ...moves(capital, houseAccount('trading'), funds.trading),
    ],
  };
}

/** A demo account's first balance. It is issued, not deposited: `issuance` says how much play money there is. */
export function demoOpened(demo: { userId: string; amount: Amount }): Recipe {
  return {
    reason: 'demo.opened',
    transfers: moves(houseAccount('issuance'), userAccount(demo.userId, 'available'), demo.amount),
  };
}

/** A demo account started afresh: what is held is released, all of it is taken back, and the first balance is issued again. */
export function demoReset(demo: { userId: string; amount: Amount; balances: readonly Balances[] }): Recipe {
  const available = userAccount(demo.userId, 'available');
  const issuance = houseAccount('issuance');
  const takenBack = demo.balances.flatMap((own) => [
    ...heldKinds.flatMap((kind) => moves(userAccount(demo.userId, kind), available, own[kind], own.asset)),
    ...moves(available, issuance, sum(own.available, ...heldKinds.map((kind) => own[kind])), own.asset),
  ]);
  return { reason: 'demo.reset', transfers: [...takenBack, ...moves(issuance, available, demo.amount)] };
}

/** An option bought: the stake is set aside until it is settled. */
export function optionBought(option: { userId: string; stake: Amount }): Recipe {
  const { userId, stake } = option;
  return { reason: 'option.bought', transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'order'), stake) };
}

/** An option won: the stake returns, and `trading` pays the profit on top. */
export function optionWon(option: { userId: string; stake: Amount; profit: Amount }): Recipe {
  const available = userAccount(option.userId, 'available');
  return {
    reason: 'option.won',
    transfers: [
      ...moves(userAccount(option.userId, 'order'), available, option.stake),
      ...moves(houseAccount('trading'), available, option.profit),
    ],
  };
}

/** An option lost: the stake is the house's. */
export function optionLost(option: { userId: string; stake: Amount }): Recipe {
  return {
    reason: 'option.lost',
    transfers: moves(userAccount(option.userId, 'order'), houseAccount('trading'), option.stake),
  };
}

/** An option that ended at its strike, or that no price could settle: the stake returns. */
export function optionRefunded(option: { userId: string; stake: Amount; outcome: 'tie' | 'void' }): Recipe {
  return {
    reason: option.outcome === 'tie' ? 'option.tied' : 'option.voided',
    transfers: moves(userAccount(option.userId, 'order'), userAccount(option.userId, 'available'), option.stake),
  };
}

/** A limit order of spot placed: what it would pay at its limit is held, USDT of a buyer and coins of a seller. */
export function spotPlaced(order: { userId: string; asset: Asset; held: Amount }): Recipe {
  const { userId, asset, held } = order;
  return {
    reason: 'spot.placed',
    transfers: moves(userAccount(userId, 'available'), userAccount(userId, 'order'), held, asset),
  };
}

export interface FilledSpot {
  readonly userId: string;
  readonly paid: { readonly asset: Asset; readonly amount: Amount };
  /** Before the fee, which is taken from it. */
  readonly received: { readonly asset: Asset; readonly amount: Amount };
  readonly fee: Amount;
  /** What `spotPlaced` has set aside; null for a market order, which pays from available. */
  readonly held: Amount | null;
}

/**
 * A spot order filled: `trading` takes what is paid and gives what is received. What a better price leaves of the held amount
 * returns. Paying more than was held is our own mistake: a limit is never filled beyond it.
 */
export function spotFilled({ userId, paid, received, fee, held }: FilledSpot): Recipe {
  const available = userAccount(userId, 'available');
  const payer = held === null ? available : userAccount(userId, 'order');
  return {
    reason: 'spot.filled',
    transfers: [
      ...moves(payer, houseAccount('trading'), paid.amount, paid.asset),
      ...moves(houseAccount('trading'), available, received.amount, received.asset),
      ...moves(available, houseAccount('fees'), fee, received.asset),
      ...moves(payer, available, held === null ? nothing : minus(held, paid.amount), paid.asset),
    ],
  };
}

/** A spot order withdrawn before it was filled: all that it held returns. */
export function spotCancelled(order: { userId: string; asset: Asset; held: Amount }): Recipe {
  const { userId, asset, held } = order;
  return {
    reason: 'spot.cancelled',
    transfers: moves(userAccount(userId, 'order'), userAccount(userId, 'available'), held, asset),
  };
}

/**
 * A yield plan bought: the principal is set aside, and the treasury sets aside the whole income to the end. A treasury that
 * can't is our own mistake: it is read under lock before (`lockBalances`), and what it can't cover is not sold.
 */
export function planOpened(plan: { userId: string; principal: Amount; wholeIncome: Amount }): Recipe {
  return {
    reason: 'plan.opened',
    transfers: [
      ...moves(userAccount(plan.userId, 'available'), userAccount(plan.userId, 'plan'), plan.principal),
      ...moves(houseAccount('treasury'), houseAccount('committed'), plan.wholeIncome),
    ],
  };
}

/** One day's income of a plan, paid from what was set aside for it. */
export function planIncome(plan: { userId: string; income: Amount }): Recipe {
  return {
    reason: 'plan.income',
    transfers: moves(houseAccount('committed'), userAccount(plan.userId, 'available'), plan.income),
  };
}

/** A plan kept to its end: the principal returns with the last income. */
export function planMatured(plan: { userId: string; principal: Amount }): Recipe {
  return {
    reason: 'plan.matured',
    transfers: moves(userAccount(plan.userId, 'plan'), userAccount(plan.userId, 'available'), plan.principal),
  };
}

/** A plan left early: what it forfeits goes to the treasury, the rest returns, and so does the income that is not paid. */
export function planLeft(plan: { userId: string; principal: Amount; forfeited: Amount; incomeNotPaid: Amount }): Recipe {
  const own = userAccount(plan.userId, 'plan');
  const treasury = houseAccount('treasury');
  return {
    reason: 'plan.left',
    transfers: [
      ...moves(own, treasury, plan.forfeited),
      ...moves(own, userAccount(plan.userId, 'available'), minus(plan.principal, plan.forfeited)),
      ...moves(houseAccount('committed'), treasury, plan.incomeNotPaid),
    ],
  };
}

/** A plan that never opened: everything goes back to where it came from. */
export function planExpired(plan: { userId: string; principal: Amount; wholeIncome: Amount }): Recipe {
  return {
    reason: 'plan.expired',
    transfers: [
      ...moves(userAccount(plan.userId, 'plan'), userAccount(plan.userId, 'available'), plan.principal),
      ...moves(houseAccount('committed'), houseAccount('treasury'), plan.wholeIncome),
    ],
  };
}
