export type { SpotContext } from './context.ts';
export { spotProduct } from './product.ts';
export { spotReceipts } from './receipt.ts';
export { demoSpotOrders } from './reset-orders.ts';
export { spotSince } from './result.ts';
export { serveSpot } from './routes.ts';
export { spotSource } from './source.ts';
export { summariseSpot } from './summary.ts';
export { spotVolume } from './volume.ts';
