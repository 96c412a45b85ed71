import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { accountName, houseAccount } from '@assay/domain/ledger/accounts.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { type PositionRow, termsOf } from '@assay/domain/positions/position.ts';
import { type Terms, notionalAt } from '@assay/domain/positions/terms.ts';
import type { Queryable } from '../platform/database.ts';
import { type FindReceipt, evidenceOf } from '../portfolio/index.ts';
import type { PositionsContext } from './context.ts';
import { type Course, type Happening, courseSteps, orderAfter, partsBefore, readCourse } from './course.ts';
import { heldSteps, readSuperseded } from './held-steps.ts';
import { livedSteps, readLived, termsAtOpening, unitsShown } from './lived-through.ts';
import { findOwn } from './row.ts';
import { entryTriggerSteps, fillTriggerSteps, triggerSteps } from './trigger-steps.ts';

type Step = Receipt['steps'][number];

const money = (units: bigint) => formatAmount(amount(units), usdt);
const decimal = (value: Fixed) => formatFixed(value);

/** How an order came out: frozen terms, quotes, formulas with their numbers, ledger transfers. */
export function contractReceipts({ db, market }: PositionsContext): FindReceipt {
  return async (account, id) => {
    const row = await findOwn(db, account, id);
    if (row === undefined) return undefined;
    const course = await readCourse(db, row);
    const { opened } = course;
    const [evidence, lived, superseded, charges] = await Promise.all([
      evidenceFor(db, market, row, opened),
      readLived(db, opened.id),
      readSuperseded(db, opened.id),
      db.query<Charge>(
        `select due_at as "dueAt", days, amount, from_margin as "fromMargin" from position_financing
         where position_id = $1 order by due_at`,
        [opened.id],
      ),
    ]);
    const happened = [...charges.map((charge) => financed(course, charge)), ...livedSteps(course, lived)];
    const steps = [
      ...heldSteps(opened, superseded, evidence.transfers),
      ...entryTriggerSteps(opened, evidence.quotes),
      ...fillTriggerSteps(opened),
      ...openingSteps(opened, row),
      ...courseSteps(row, course, happened),
      ...triggerSteps(row),
      ...closingSteps(row),
      ...gapSteps(row, evidence.transfers),
    ];
    const ending = row.closeReason === null ? {} : { closeReason: row.closeReason };
    return { id, kind: 'contract', status: row.status, ...ending, terms: termsShown(opened, row), steps, ...evidence };
  };
}

/** A part shows how its order came about, up to its own quote and transfers. */
async function evidenceFor(db: Queryable, market: PositionsContext['market'], row: PositionRow, opened: PositionRow) {
  const own = await evidenceOf(db, market, row.orderNo);
  if (row.partOf === null) return own;
  const order = await evidenceOf(db, market, opened.orderNo);
  const first = Number(own.transfers[0]?.transactionId ?? 0);
  return {
    quotes: [...order.quotes.filter(({ moment }) => moment !== 'close' && moment !== 'amend'), ...own.quotes],
    transfers: [...order.transfers.filter(({ transactionId }) => Number(transactionId) < first), ...own.transfers],
  };
}

interface Charge {
  readonly dueAt: Date;
  readonly days: number;
  /** Negative was received. */
  readonly amount: bigint;
  readonly fromMargin: bigint;
}

function priceText(row: PositionRow, ticks: Ticks): string {
  return formatFixed(priceOf(ticks, row), row.priceScale);
}

/** Of the order as it opened; `own` is what the receipt is of, the order itself or a part. */
function termsShown(row: PositionRow, own: PositionRow): Record<string, string> {
  const terms = termsOf(row);
  return {
    orderNo: own.orderNo,
    instrument: row.instrumentId,
    orderType: row.orderType,
    side: row.side,
    lots: decimal(terms.lots),
    lotSize: decimal(terms.lotSize),
    leverage: String(row.leverage),
    conversion: decimal(terms.conversion),
    feeRate: decimal(terms.feeRate),
    maintenanceRate: decimal(terms.maintenanceRate),
    financingRate: decimal(terms.financingRate),
    ...(own.partOf === null ? {} : { part: own.orderNo.split('/')[1] ?? '' }),
    ...(row.limitPrice === null ? {} : { limitPrice: priceText(row, row.limitPrice) }),
    ...(row.triggerPrice === null ? {} : { triggerPrice: priceText(row, row.triggerPrice) }),
    ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.toISOString() }),
  };
}

function rateStep(
  name: string,
  terms: Terms,
  price: string,
  ticks: Ticks,
  rateName: string,
  rate: Fixed,
  result: bigint,
): Step {
  const notional = decimal(notionalAt(terms, ticks));
  const numbers = { price, ...unitsShown(terms.splits.ordered), notional, [rateName]: decimal(rate) };
  return { name, formula: `notional × ${rateName}, rounded up`, numbers, result: money(result) };
}

/** From lots to margin, fee and liquidation price; for an order that waits, at its limit, of a stop order at its trigger. */
function openingSteps(row: PositionRow, own: PositionRow): Step[] {
  const ticks = row.openPrice ?? row.limitPrice ?? row.triggerPrice;
  if (ticks === null) return [];
  const terms = termsAtOpening(row);
  const units = unitsShown(terms.splits.ordered);
  const price = priceText(row, ticks);
  const notional = decimal(notionalAt(terms, ticks));
  const quantity = decimal(terms.quantity);
  const conversion = decimal(terms.conversion);
  const margin = { notional, leverage: String(row.leverage) };
  const steps: Step[] = [
    {
      name: 'quantity',
      formula: 'lots × lotSize',
      numbers: { lots: decimal(terms.lots), lotSize: decimal(terms.lotSize) },
      result: quantity,
    },
    {
      name: 'notional',
      formula: 'quantity × price × conversion',
      numbers: { quantity, ...units, price, conversion },
      result: notional,
    },
    {
      name: 'margin',
      formula:
        row.limitPrice !== null ? 'notional / leverage, rounded up, at most what was held' : 'notional / leverage, rounded up',
      numbers: margin,
      result: money(row.margin),
    },
    rateStep('openFee', terms, price, ticks, 'feeRate', terms.feeRate, row.openFee),
    rateStep('maintenance', terms, price, ticks, 'maintenanceRate', terms.maintenanceRate, row.maintenance),
  ];
  // A pending order over a split is shown as it was placed, and its liquidation price would differ by now.
  const isTold = row.openPrice !== null || row.splits === null;
  if (own.liquidationPrice !== null && own.partOf === null && isTold) steps.push(liquidationStep(own, price));
  return steps;
}

/** Where it would be liquidated by now, with what is left of it. */
function liquidationStep(row: PositionRow, price: string): Step {
  const terms = termsOf(row);
  const formula =
    row.side === 'long'
      ? '(maintenance − margin + price × quantity × conversion) / (quantity × conversion × (1 − feeRate)), rounded down to a tick'
      : '(margin − maintenance + price × quantity × conversion) / (quantity × conversion × (1 + feeRate)), rounded up to a tick';
  const numbers = {
    maintenance: money(row.maintenance),
    margin: money(row.margin - row.marginTaken),
    price,
    quantity: decimal(terms.quantity),
    ...unitsShown(terms.splits.ordered),
    conversion: decimal(terms.conversion),
    feeRate: decimal(terms.feeRate),
  };
  return { name: 'liquidationPrice', formula, numbers, result: priceText(row, row.liquidationPrice ?? 0) };
}

function financed(course: Course, charge: Charge): Happening {
  const after = partsBefore(course, ({ closedAt }) => closedAt !== null && closedAt < charge.dueAt);
  const step = financingStep(orderAfter(course, after), charge);
  return { at: charge.dueAt.getTime(), after, taken: charge.fromMargin, step: () => step };
}

function financingStep(row: PositionRow, charge: Charge): Step {
  const terms = termsAtOpening(row);
  const numbers = {
    notional: decimal(notionalAt(terms, row.openPrice ?? 0)),
    financingRate: decimal(terms.financingRate),
    days: String(charge.days),
    dueAt: charge.dueAt.toISOString(),
    ...(charge.amount < 0n
      ? {}
      : { fromBalance: money(charge.amount - charge.fromMargin), fromMargin: money(charge.fromMargin) }),
  };
  return {
    name: 'financing',
    formula: 'notional × financingRate × days, at most what there is',
    numbers,
    result: money(charge.amount),
  };
}

/** Profit, closing fee and what came back; nothing for an order that was never closed at a price. */
function closingSteps(row: PositionRow): Step[] {
  const { openPrice, closePrice, profit, closeFee } = row;
  if (openPrice === null || closePrice === null || profit === null || closeFee === null) return [];
  const terms = termsOf(row);
  const close = priceText(row, closePrice);
  const margin = row.margin - row.marginTaken;
  return [
    {
      name: 'profit',
      formula: `(${row.side === 'long' ? 'closePrice − openPrice' : 'openPrice − closePrice'}) × quantity × conversion, rounded down, at least −margin`,
      numbers: {
        openPrice: priceText(row, openPrice),
        closePrice: close,
        quantity: decimal(terms.quantity),
        ...unitsShown(terms.splits.ordered),
        conversion: decimal(terms.conversion),
        margin: money(margin),
      },
      result: money(profit),
    },
    rateStep('closeFee', terms, close, closePrice, 'feeRate', terms.feeRate, closeFee),
    {
      name: 'returned',
      formula: 'margin + profit − closeFee',
      numbers: { margin: money(margin), profit: money(profit), closeFee: money(closeFee) },
      result: money(margin + profit - closeFee),
    },
  ];
}

/** A loss beyond the margin, and how much of it the insurance fund had. */
function gapSteps(row: PositionRow, transfers: Receipt['transfers']): Step[] {
  if (row.gap === 0n) return [];
  const insurance = transfers.find(({ from }) => from === accountName(houseAccount('insurance')))?.amount ?? money(0n);
  const formula = 'loss beyond the margin, not owed by the customer';
  return [{ name: 'gap', formula, numbers: { insurance }, result: money(row.gap) }];
}
