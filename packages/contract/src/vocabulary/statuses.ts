/** How a contract is opened: at the market, at a limit, at the market once a trigger is reached, or at a limit from then on. */
export const orderTypes = ['market', 'limit', 'stop', 'stopLimit'] as const;

/** Statuses as they are on the wire; the specification's labels for them are in the locales. */
export const positionStatuses = ['awaiting', 'open', 'closed', 'liquidated', 'closedEarly', 'cancelled'] as const;
export type PositionStatus = (typeof positionStatuses)[number];

/**
 * Why a position or order ended. `manual` is shown as "closed by early exit"; an order that was `expired` has waited until its
 * end, and one that was `uncovered` could not be paid for when its trigger was reached.
 */
export const closeReasons = [
  'stopLoss',
  'takeProfit',
  'trailingStop',
  'manual',
  'liquidation',
  'cancelled',
  'expired',
  'uncovered',
  'void',
  'reset',
] as const;
export type CloseReason = (typeof closeReasons)[number];

export const optionStatuses = ['open', 'won', 'lost', 'tie', 'void'] as const;
export type OptionStatus = (typeof optionStatuses)[number];

/** Why an option was void: no fresh price at its expiry, or its demo account was started afresh. */
export const voidReasons = ['stale', 'reset'] as const;
export type VoidReason = (typeof voidReasons)[number];

export const spotStatuses = ['open', 'filled', 'cancelled'] as const;
export type SpotStatus = (typeof spotStatuses)[number];
/** What can be asked for; `oco` sells at a take-profit or at a stop-loss, whichever comes first. */
export const spotOrderTypes = ['market', 'limit', 'stopLimit', 'oco'] as const;
export type SpotOrderType = (typeof spotOrderTypes)[number];
/** What ended a spot order: its take-profit or stop-loss, or what withdrew it. `stopped`: its buyer may open nothing. */
export const spotReasons = ['takeProfit', 'stopLoss', 'cancelled', 'expired', 'stopped', 'reset'] as const;
export type SpotReason = (typeof spotReasons)[number];
export const planStatuses = ['waiting', 'inIncome', 'profitDivided', 'closed', 'closedSuccessfully', 'expired'] as const;
export type PlanStatus = (typeof planStatuses)[number];

export const kycStatuses = ['notVerified', 'pendingReview', 'verified', 'failed'] as const;
export type KycStatus = (typeof kycStatuses)[number];
export const nftStatuses = ['upcoming', 'onSale', 'sold', 'unsold'] as const;
export type NftStatus = (typeof nftStatuses)[number];

/** The two books. They never touch: the `virtually` header chooses one for each request. */
export const books = ['demo', 'real'] as const;
export type Book = (typeof books)[number];
