export { Brakes, limitsBy } from './brakes.ts';
