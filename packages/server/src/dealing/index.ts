export { type QuoteSnapshot, asRead, mustGoFirst, quoteSnapshotOf } from './as-read.ts';
export { Dealing } from './dealing.ts';
export { counting } from './counting.ts';
export { limitingDemo } from './demo-days.ts';
export { GroupOrders } from './group-orders.ts';
export { type Change, type Column, type Drawn, OrderTable, accountName } from './order-table.ts';
export {
  type AnyProduct,
  type Bench,
  type Dealer,
  type Message,
  type Order,
  type Plan,
  type Product,
  ReadFirst,
  planOf,
  unchanged,
} from './plan.ts';
export { byCode, readUnjudged } from './unjudged.ts';
