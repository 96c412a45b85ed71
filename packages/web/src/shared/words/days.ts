import { type Zone, zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { zoneHere } from './zone-here.ts';

const dayMs = 86_400_000;

let known: Zone | undefined;

/** The clock of this device. Rows show their times by it, so every day on the site is by it too. */
export function here(): Zone {
  const id = zoneHere();
  if (known?.id !== id) known = zoneOf(id);
  return known;
}

/** The day that a calendar shows at a moment, yyyy-mm-dd. */
export function dayAt(at: number, zone = here()): string {
  return new Date(zone.dateAt(at) * dayMs).toISOString().slice(0, 10);
}

/** When a day begins, ISO 8601, or one so many days after it. */
export function dayBegins(day: string, later = 0, zone = here()): string {
  return new Date(zone.midnight(Date.parse(day) / dayMs + later)).toISOString();
}
