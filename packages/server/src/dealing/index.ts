export { Dealing } from './dealing.ts';
export { type Draft, type OrderRow, draftOf, planOf, unchanged, withPosting, withQuote } from './draft.ts';
export { GroupOrders } from './group-orders.ts';
export { type Change, type Column, type Drawn, OrderTable } from './order-table.ts';
export {
  type AnyProduct,
  type Bench,
  type Dealer,
  type Message,
  type Order,
  type Owner,
  type Plan,
  type Product,
  type View,
} from './plan.ts';
