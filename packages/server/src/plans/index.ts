export { servePlansDesk } from './console.ts';
export type { PlansContext } from './context.ts';
export { planItems } from './listing.ts';
export { plansProduct } from './product.ts';
export { putOnSale } from './products.ts';
export { planReceipts } from './receipt.ts';
export { PlansRound } from './round.ts';
export { servePlans } from './routes.ts';
export { summarisePlans } from './summary.ts';
