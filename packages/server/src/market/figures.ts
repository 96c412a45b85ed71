import type { Metrics } from '../platform/metrics.ts';

/** What the metrics show of prices. */
export function createFigures(metrics: Metrics) {
  const gauges = {
    gaps: metrics.gauge(
      'market_openings_waiting',
      'Shares far from their last close, suspended until two operators have spoken',
    ),
    suspended: metrics.gauge('market_instruments_suspended', 'Instruments that nothing may trade on, apart from trading hours'),
    late: metrics.gauge(
      'market_instruments_late',
      'Instruments that may be closed and not opened, since their source is late or silent',
    ),
  };
  return {
    accepted: metrics.counter('market_quotes_accepted_total', 'Quotes that were believed'),
    held: metrics.counter('market_quotes_held_total', 'Quotes that moved too far and waited for others to confirm them'),
    dropped: metrics.counter('market_quotes_dropped_total', 'Quotes that were not believed, by reason', ['reason']),
    /** The number of instruments in this state at this moment. */
    standing(count: Readonly<Record<keyof typeof gauges, number>>): void {
      gauges.gaps.set(count.gaps);
      gauges.suspended.set(count.suspended);
      gauges.late.set(count.late);
    },
  };
}
