import type { Queryable } from '../../platform/database.ts';
import type { Metrics } from '../../platform/metrics.ts';

/**
 * Figures for alarms when push notifications fail. A retry is not due before its time: an outage of a push service shows in the
 * failures, not in the backlog.
 */
export type PushFigures = ReturnType<typeof pushFigures>;

export function pushFigures(metrics: Metrics, db: Queryable) {
  metrics.observedBy('push_waiting_seconds', 'How long what is to be pushed has been due, by queue', 'queue', async () => {
    const [row] = await db.query<{ spread: number; send: number }>(
      `select greatest(0, extract(epoch from clock_timestamp() - (select min(due_at) from notification_pushes)))::float8 as spread,
         greatest(0, extract(epoch from clock_timestamp() - (select min(next_try_at) from push_deliveries)))::float8 as send`,
    );
    return new Map(Object.entries(row ?? {}));
  });
  return {
    sent: metrics.counter('push_sent_total', 'Messages that push services have taken'),
    failed: metrics.counter('push_failed_total', 'Tries that told no device: later, refused, gone, limited', ['reason']),
  };
}
