export { serveHaltsDesk } from './console.ts';
export { Halts, haltsInForce, haltsTopic, isHalted } from './halts.ts';
