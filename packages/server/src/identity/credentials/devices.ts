import type { Queryable, Transaction } from '../../platform/database.ts';
import type { PublicCall } from '../../platform/http.ts';
import { coarseNetworkOf } from '../../platform/networks.ts';

const keptMs = 365 * 86_400_000;

/** In this order, because most browsers also claim to be others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system by their own names, the same in every language; empty when neither is recognised. */
export function deviceOf(userAgent: string): string {
  const named = [browsers, systems].map((known) => known.find(([sign]) => sign.test(userAgent))?.[1]);
  return named.filter((name) => name !== undefined).join(' · ');
}

/** Remembers where a user signs in from, and says whether it is a combination of device and network not seen before. */
export async function meetDevice(tx: Transaction, now: number, call: PublicCall, userId: string): Promise<boolean> {
  const values = [userId, deviceOf(call.userAgent), coarseNetworkOf(call.ip), new Date(now)];
  const met = await tx.query(
    `insert into known_devices (user_id, device, network, seen_at) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    values,
  );
  if (met.length === 1) return true;
  await tx.query('update known_devices set seen_at = $4 where user_id = $1 and device = $2 and network = $3', values);
  return false;
}

/** Whether the user has signed in from such a device in this network. */
export async function knowsDevice(db: Queryable, call: PublicCall, userId: string | null): Promise<boolean> {
  const met = await db.query('select from known_devices where user_id = $1 and device = $2 and network = $3', [
    userId,
    deviceOf(call.userAgent),
    coarseNetworkOf(call.ip),
  ]);
  return met.length > 0;
}

/** A device that was not seen for a year is a new one. */
export async function purgeDevices(db: Queryable, now: number): Promise<void> {
  await db.query('delete from known_devices where seen_at <= $1', [new Date(now - keptMs)]);
}
