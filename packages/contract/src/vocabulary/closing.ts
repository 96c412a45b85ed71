/** What may prevent closing an account. */
export const closingObstacles = [
  'positions',
  'options',
  'spotOrders',
  'plans',
  'bids',
  'loans',
  'deposits',
  'withdrawals',
  'identification',
  'balance',
] as const;
export type ClosingObstacle = (typeof closingObstacles)[number];

/** What may stay behind in all: the value in USDT is less than the smallest withdrawal. */
export const remainsBelow = '20';
