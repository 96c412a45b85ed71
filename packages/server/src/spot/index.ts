export { demoSpotOrders } from './cancel-order.ts';
export type { SpotContext } from './context.ts';
export { holdings } from './holdings.ts';
export { spotReceipts } from './receipt.ts';
export { spotSince } from './result.ts';
export { serveSpot } from './routes.ts';
export { spotSource } from './source.ts';
export { summariseSpot } from './summary.ts';
export { spotVolume } from './volume.ts';
