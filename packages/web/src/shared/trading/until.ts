export const untilKinds = ['none', 'day', 'time'] as const;

/** Until when an order waits, as it is filled in: no end, the end of the day, or a moment on this device's clock. */
export interface UntilEntry {
  readonly by: (typeof untilKinds)[number];
  /** As the browser's field writes it: `2030-01-07T12:00`. */
  readonly at: string;
}

export const noEnd: UntilEntry = { by: 'none', at: '' };

/** As the wire takes it; null for no end, undefined where the moment is none. */
export function untilOf({ by, at }: UntilEntry): string | null | undefined {
  if (by !== 'time') return by === 'day' ? 'day' : null;
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** An end that an order has, as it is filled in on this device. */
export function entryOf(expiresAt: string | null): UntilEntry {
  if (expiresAt === null) return noEnd;
  const time = new Date(expiresAt);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return { by: 'time', at: local.toISOString().slice(0, 16) };
}
