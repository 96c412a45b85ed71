import type { ReactNode } from 'react';
import { absent, useFormat } from '../words/format.ts';
import { useServerNow } from './feed.ts';
import { timeLeft } from './time-left.ts';

interface CountdownProps {
  /** Both ISO 8601, by the server's clock. What has a beginning never shows more time than lies between the two. */
  from?: string;
  until: string;
  /** Shown once the time is over. */
  over: ReactNode;
}

/** The time that is left by the server's clock, whatever this device's says. */
export function Countdown({ from, until, over }: CountdownProps) {
  const format = useFormat();
  const now = useServerNow();
  if (now === null) return absent;
  const end = Date.parse(until);
  // The clock is known from quotes, which come late: right after the start it may not have reached it.
  const left = from === undefined ? end - now : Math.min(end - Date.parse(from), end - now);
  if (left <= 0) return over;
  const { days, clock } = timeLeft(left);
  return (
    <bdi role="timer" className="numbers whitespace-nowrap">
      {days === 0 ? null : `${format.span(days, 'day')} `}
      {clock}
    </bdi>
  );
}

/** A bar that empties as the time runs out. */
export function TimeBar({ from, until, label }: { from: string; until: string; label: string }) {
  const now = useServerNow();
  const whole = Date.parse(until) - Date.parse(from);
  const left = now === null ? whole : Math.min(whole, Math.max(0, Date.parse(until) - now));
  const percent = whole > 0 ? Math.round((left / whole) * 100) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-[3px] overflow-hidden rounded-large bg-surface-3"
    >
      <div className="h-full rounded-large bg-accent-fill transition-quick" style={{ width: `${percent}%` }} />
    </div>
  );
}
