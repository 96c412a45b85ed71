import type { Metrics } from '../platform/metrics.ts';

/** What the metrics show of prices. */
export function createFigures(metrics: Metrics) {
  return {
    accepted: metrics.counter('market_quotes_accepted_total', 'Quotes that were believed'),
    held: metrics.counter('market_quotes_held_total', 'Quotes that moved too far and waited for others to confirm them'),
    dropped: metrics.counter('market_quotes_dropped_total', 'Quotes that were not believed, by reason', ['reason']),
    gaps: metrics.gauge(
      'market_openings_waiting',
      'Shares far from their last close, suspended until two operators have spoken',
    ),
    suspended: metrics.gauge('market_instruments_suspended', 'Instruments that nothing may trade on, apart from trading hours'),
  };
}
