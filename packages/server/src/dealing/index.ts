export { Dealing } from './dealing.ts';
export {
  type AnyProduct,
  type Bench,
  type Dealer,
  DecideLater,
  type Message,
  type Order,
  type Owner,
  type Plan,
  type Product,
  type View,
} from './plan.ts';
