import type { Metrics } from '../platform/metrics.ts';
import type { Brakes } from './brakes.ts';

/** What was never read, or is in doubt, is shown as old as this. */
const ageSecondsMax = 86_400;

export function showHouse(metrics: Metrics, house: Pick<Brakes, 'ageMs'>): void {
  const age = () => Math.min(house.ageMs / 1000, ageSecondsMax);
  metrics.observed('house_held_age_seconds', 'For how long nobody has read what customers hold', age);
}
