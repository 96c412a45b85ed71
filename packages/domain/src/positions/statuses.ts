import type { CloseReason, PositionStatus } from '@assay/contract/vocabulary/statuses.ts';

/** Every change of status that exists. Anything else is refused with 11008. */
const changes: Readonly<Record<PositionStatus, readonly PositionStatus[]>> = {
  awaiting: ['open', 'cancelled'],
  open: ['closed', 'liquidated', 'closedEarly', 'cancelled'],
  closed: [],
  liquidated: [],
  closedEarly: [],
  cancelled: [],
};

/** The status that each way of ending leads to. An open position is cancelled only when it is voided or its demo is reset. */
const endings: Readonly<Record<CloseReason, PositionStatus>> = {
  stopLoss: 'closed',
  takeProfit: 'closed',
  trailingStop: 'closed',
  manual: 'closedEarly',
  liquidation: 'liquidated',
  cancelled: 'cancelled',
  expired: 'cancelled',
  uncovered: 'cancelled',
  void: 'cancelled',
  reset: 'cancelled',
};

export function mayBecome(from: PositionStatus, to: PositionStatus): boolean {
  return changes[from].includes(to);
}

export function statusAfter(reason: CloseReason): PositionStatus {
  return endings[reason];
}
