export { Brakes, limitsBy } from './brakes.ts';
export { showHouse } from './show-house.ts';
