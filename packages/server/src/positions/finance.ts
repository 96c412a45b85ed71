import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { financingDays, nextFinancing } from '@assay/domain/market/hours.ts';
import { amount, greatest, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { financingFor } from '@assay/domain/positions/financing.ts';
import { liquidationPrice } from '@assay/domain/positions/liquidation.ts';
import { withPosting } from '../dealing/index.ts';
import { recipes } from '../ledger/index.ts';
import { type Charge, type Desk, type Draft, availableAfter } from './draft.ts';
import { type PositionRow, marginLeft, openPositionOf } from './row.ts';

/**
 * Charges an open position what has fallen due since the last time, each moment exactly once: the row remembers how far it is
 * charged, so that double runs, restarts and clocks that jump change nothing. Whoever closes a position charges it first: what
 * was open at the moment of charging pays, even if it is closed before the charging comes round to it.
 */
export function chargeDue(desk: Desk, draft: Draft): Draft {
  const { row } = draft;
  const instrument = desk.market.instrument(row.code);
  if (row.status !== 'open' || row.financedUntil === null || instrument === undefined) return draft;
  let charged = draft;
  for (let at = nextFinancing(row.financedUntil.getTime()); at <= desk.view.now; at = nextFinancing(at)) {
    charged = chargeOnce(desk, charged, instrument.hours, at);
  }
  return charged;
}

function chargeOnce(desk: Desk, draft: Draft, hours: HoursId, at: number): Draft {
  const days = financingDays(hours, at);
  const charged = days === 0 ? draft : bookCharge(desk, draft, days, at);
  const taken = charged === draft ? nothing : (charged.charges.at(-1)?.fromMargin ?? nothing);
  return { ...charged, row: { ...rowAfter(desk, charged, taken), financedUntil: new Date(at) } };
}

/** A liquidation price that has moved nearer is reached by later quotes alone, never by one from before the charge. */
function rowAfter({ market }: Desk, { row, charges }: Draft, fromMargin: bigint): PositionRow {
  const charge = charges.at(-1);
  if (charge === undefined || fromMargin === 0n) return row;
  const { terms, cover } = openPositionOf(row);
  return {
    ...row,
    liquidationPrice: liquidationPrice(terms, cover),
    quotedAt: Math.max(row.quotedAt, market.quote(row.code)?.time ?? 0),
  };
}

/** Free money pays first, then the margin, then nothing: what a charge finds nowhere is not owed. */
function bookCharge(desk: Desk, draft: Draft, days: 1 | 3, at: number): Draft {
  const { row } = draft;
  const { userId } = row;
  const { terms, cover } = openPositionOf(row);
  const owed = financingFor(terms, cover.openPrice, days);
  const available = availableAfter(desk, draft);
  const split = recipes.financingSplit({ available, margin: marginLeft(row), amount: greatest(owed, nothing) });
  const charged = owed > 0n ? sum(split.available, split.margin) : owed;
  const charge: Charge = { positionId: row.id, dueAt: new Date(at), days, amount: charged, fromMargin: split.margin };
  const recipe =
    charged > 0n
      ? recipes.financingCharged({ userId, available, margin: marginLeft(row), amount: owed })
      : recipes.financingReceived({ userId, amount: minus(nothing, charged) });
  const after: PositionRow = {
    ...row,
    financing: row.financing + charged,
    marginTaken: amount(row.marginTaken + split.margin),
  };
  return { ...withPosting(draft, at, recipe), charges: [...draft.charges, charge], row: after };
}
