import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { PublicCall } from '../../platform/http.ts';
import { coarseNetworkOf } from '../../platform/networks.ts';

const keptMs = 365 * 86_400_000;
/** Devices at most; the one that was not seen for longest is forgotten. */
const devicesMax = 100;

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

/** What a browser is known by, as it is kept; empty for programs, and for browsers that keep nothing. */
export function knownByOf({ knownBy }: PublicCall): string {
  return knownBy === undefined ? '' : createHash('sha256').update(`known-by:${knownBy}`).digest('base64url');
}

/**
 * Remembers where a user signs in from, and says whether it is a combination of device and network not seen before. Once a
 * browser sends the value by which it is recognised, a similar user agent is not enough any more.
 */
export async function meetDevice(tx: Transaction, now: number, call: PublicCall, userId: string): Promise<boolean> {
  const place = [userId, deviceOf(call.userAgent), coarseNetworkOf(call.ip)];
  const knownBy = knownByOf(call);
  const alike =
    knownBy === ''
      ? []
      : await tx.query(
          `delete from known_devices where user_id = $1 and device = $2 and network = $3 and known_by = '' returning user_id`,
          place,
        );
  const values = [...place, new Date(now), knownBy];
  const met = await tx.query(
    `insert into known_devices (user_id, device, network, seen_at, known_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning user_id`,
    values,
  );
  if (met.length === 0) {
    await tx.query(
      'update known_devices set seen_at = $4 where user_id = $1 and device = $2 and network = $3 and known_by = $5',
      values,
    );
    return false;
  }
  await tx.query(
    `delete from known_devices where (user_id, device, network, known_by) in
       (select user_id, device, network, known_by from known_devices where user_id = $1 order by seen_at desc offset $2)`,
    [userId, devicesMax],
  );
  return alike.length === 0;
}

/**
 * Whether the user has signed in from such a device in this network, or wherever it was from this very browser. A device that is known by
 * what its browser keeps is known by nothing else.
 */
export async function knowsDevice(db: Queryable, call: PublicCall, userId: string | null): Promise<boolean> {
  const met = await db.query(
    `select from known_devices
     where user_id = $1 and (known_by = $4 and known_by <> '' or known_by = '' and device = $2 and network = $3) limit 1`,
    [userId, deviceOf(call.userAgent), coarseNetworkOf(call.ip), knownByOf(call)],
  );
  return met.length > 0;
}

/** This very browser, where the user has signed in from it: no neighbour can show that. */
export async function browserOf(
  db: Queryable,
  call: PublicCall,
  user: { readonly id: number } | undefined,
): Promise<string | undefined> {
  const knownBy = knownByOf(call);
  // Also done for an unknown user, so that both take the same time.
  const met = await db.query(`select from known_devices where user_id = $1 and known_by = $2 and known_by <> '' limit 1`, [
    user?.id ?? null,
    knownBy,
  ]);
  return user !== undefined && met.length > 0 ? `browser ${user.id} ${knownBy}` : undefined;
}

/** A device that was not seen for a year is a new one. */
export async function purgeDevices(db: Queryable, now: number): Promise<void> {
  await db.query('delete from known_devices where seen_at <= $1', [new Date(now - keptMs)]);
}
