import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { Region } from '../../ui/error-boundary.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useTradeLines } from './use-trade-lines.ts';

const CandleChart = lazyPage(() => import('./chart/candle-chart.tsx').then((module) => module.CandleChart));

/** Chart and the person's lines in it: where either fails, the page around them still closes positions. */
export function ChartPlace({ info }: { info: MarketInfo }) {
  return (
    <Region waiting={<Skeleton className="flex-1" />}>
      <Chart info={info} />
    </Region>
  );
}

function Chart({ info }: { info: MarketInfo }) {
  const period = usePreferences((preferences) => preferences.chartPeriod);
  const set = usePreferences((preferences) => preferences.set);
  const lines = useTradeLines(info);
  return (
    <CandleChart info={info} period={period} onPeriod={(next) => set({ chartPeriod: next })} lines={lines} className="flex-1" />
  );
}
