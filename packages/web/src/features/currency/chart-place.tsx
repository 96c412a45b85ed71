import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { useState } from 'react';
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
  const [period, setPeriod] = useState<CandlePeriod>('15m');
  const lines = useTradeLines(info);
  return <CandleChart info={info} period={period} onPeriod={setPeriod} lines={lines} className="flex-1" />;
}
