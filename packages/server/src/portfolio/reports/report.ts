import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { type Amount, type Asset, formatAmount } from '@assay/domain/money/amount.ts';

export type ReportKind = InputOf<typeof user.exportReport>['kind'];

/** What a line is: its English name in the file, and its word in the person's language beside it. */
export type LineType =
  | 'issuer'
  | 'account'
  | 'period'
  | 'opening'
  | 'closing'
  | 'otherMovements'
  | 'otherThanIncome'
  | 'total'
  | 'totalFifo'
  | 'totalAverage'
  | 'contract'
  | 'option'
  | 'spot'
  | 'fifo'
  | 'average'
  | 'withdrawn'
  | 'lot'
  | 'planIncome'
  | 'planPenalty'
  | 'inviteReward'
  | 'loanInterest'
  | 'dividendReceived'
  | 'dividendCharged';

export interface ReportLine {
  /** The last line of a report that has more lines than it may is that it is cut: nothing is summed up in such a one. */
  readonly type: LineType | 'cut';
  /** By the names of the columns; a cell that is not named is empty. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A column: its stable English head, and the alignment of its text in print. */
export interface ReportColumn {
  readonly name: ColumnName;
  /** Share of the width of a page; nothing where it is not printed, because it is shown beside another. */
  readonly width: number;
  readonly align: 'start' | 'end';
  /** The column that says what it is of. */
  readonly unit?: ColumnName;
}

export type ColumnName =
  | 'opened'
  | 'closed'
  | 'acquired'
  | 'disposed'
  | 'time'
  | 'instrument'
  | 'coin'
  | 'side'
  | 'quantity'
  | 'unit'
  | 'split'
  | 'open price'
  | 'close price'
  | 'price currency'
  | 'gross'
  | 'fees'
  | 'fee currency'
  | 'financing'
  | 'proceeds'
  | 'cost'
  | 'result'
  | 'amount'
  | 'currency'
  | 'order number';

export interface Report {
  readonly kind: ReportKind;
  readonly columns: readonly ReportColumn[];
  /** Read lazily, one page at a time. */
  readonly lines: AsyncIterable<ReportLine>;
}

export const cutLine: ReportLine = { type: 'cut', cells: {} };

/** Which time a report is of, in business time. */
export interface Period {
  readonly from: Date;
  /** Before this. */
  readonly to: Date;
}

/** A tax year is named by the calendar year in which it begins, on a day that the country says. */
export function periodOf({ year, beginsOn }: { readonly year: number; readonly beginsOn: string }): Period {
  return { from: new Date(`${year}-${beginsOn}T00:00:00Z`), to: new Date(`${year + 1}-${beginsOn}T00:00:00Z`) };
}

export const money = (value: Amount, asset: Asset): string => formatAmount(value, asset);
export const instant = (at: Date): string => at.toISOString();
