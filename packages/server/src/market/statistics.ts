import type { InstrumentStatistics } from '@assay/contract/endpoints/instruments/about.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { type DayMove, type Range, type Statistics, statisticsDays, statisticsOf } from '@assay/domain/market/statistics.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { History } from './recording/history.ts';
import { readCandles } from './recording/read-candles.ts';
import type { Ticker } from './ticker.ts';
import { priceText } from './wire.ts';

/** Figures of a year hardly change in a minute; the live price moves the ranges where they are shown. */
const ageMsMax = 60_000;
const dayMs = 86_400_000;

interface StatisticsParts {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly history: History | undefined;
}

type Told = InstrumentStatistics | null | Refusal;

/**
 * Computed once a minute for all callers, and again where a split has changed their units. Refused with 503 where too
 * many wait.
 */
export function createStatistics(parts: StatisticsParts): (ticker: Ticker) => Promise<Told> {
  const kept = new Map<Ticker, { readonly at: number; readonly splits: number; readonly told: Promise<Told> }>();
  return (ticker) => {
    const at = parts.clock.elapsed();
    const known = kept.get(ticker);
    if (known !== undefined && known.splits === ticker.splits && at - known.at < ageMsMax) return known.told;
    const told = tell(ticker, parts);
    kept.set(ticker, { at, splits: ticker.splits, told });
    const forget = () => kept.delete(ticker);
    told.then((answer) => (answer === null || !('since' in answer) ? forget() : undefined), forget);
    return told;
  };
}

async function tell(ticker: Ticker, { db, clock, history }: StatisticsParts): Promise<Told> {
  const now = clock.now();
  const from = now - statisticsDays * dayMs;
  const bars = await readCandles(db, ticker, history, { period: '1d', from, to: now, limit: statisticsDays }, now);
  if (bars === undefined) return refuse('503');
  const statistics = statisticsOf(bars, now);
  return statistics === undefined ? null : onTheWire(statistics, ticker.instrument);
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function onTheWire(statistics: Statistics, instrument: Instrument): InstrumentStatistics {
  const range = ({ high, low }: Range) => ({ high: priceText(high, instrument), low: priceText(low, instrument) });
  const move = (told: DayMove | null) => told && { day: dayOf(told.day), change: told.change };
  const { turnover, volatility } = statistics;
  return {
    since: dayOf(statistics.since),
    week: range(statistics.week),
    year: range(statistics.year),
    // Figures to compare by, as volumes of feeds are: floating-point numbers until here.
    turnover: turnover && { mean: (turnover.ticks / 10 ** instrument.priceScale).toFixed(0), days: turnover.days },
    volatility: volatility === null ? null : volatility.toFixed(4),
    best: move(statistics.best),
    worst: move(statistics.worst),
  };
}
