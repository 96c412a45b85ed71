import type { Bus } from '../bus.ts';
import { systemClock } from '../clock.ts';
import { type Database, connectDatabase } from '../database.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Standby, positionsOf, withStandby } from './standby.ts';

const lookEveryMs = 250;

interface Following {
  readonly url: string;
  readonly poolSize: number;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** Reads from the standby at `DATABASE_READ_URL` too, as long as it answers and is not too far behind. */
export function followStandby(db: Database, { url, poolSize, bus, log, metrics, lifecycle }: Following): Database {
  // A list waits for no standby that is gone: it is asked of the primary.
  const limits = { waitMsMax: 1_000, greetedMsMax: 1_000 };
  const other = connectDatabase({ url, poolSize, log, ...limits });
  const standby = new Standby({ clock: systemClock, positions: positionsOf(db, other), bus });
  let lastFailure = '';
  const look = async () => {
    try {
      await standby.look();
      lastFailure = '';
    } catch (error) {
      standby.distrust();
      const reason = error instanceof Error ? error.message : 'unknown reason';
      if (reason !== lastFailure) log.warn({ reason }, 'the standby is not asked: how far it is can’t be learned');
      lastFailure = reason;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const lookAgain = () => {
    looking = look().finally(() => (timer = setTimeout(lookAgain, lookEveryMs)));
  };
  lookAgain();
  metrics.observed('standby_behind_seconds', 'For how long the standby may lack what was committed', () =>
    Math.min(standby.behindMs() / 1000, 86_400),
  );
  lifecycle.onStop('standby', async () => {
    await looking;
    clearTimeout(timer);
    standby.stop();
    await other.close();
  });
  return withStandby(db, standby, other);
}
