import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { type Chart, registerLocale } from 'klinecharts';
import { ChevronsRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { useLiveFigures } from '../../../shared/trading/market.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { BarsDialog } from './bars-dialog.tsx';
import { useChosenIndicators } from './chart-memory.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { MoveLine } from './move-line.tsx';
import { type IndicatorName, overlayIndicators } from './tools.ts';
import { type TradeLine, drawTradeLines, registerTradeLine } from './trade-lines.ts';
import { useChart } from './use-chart.ts';
import { useDrawings } from './use-drawings.ts';

registerTradeLine();

const scrollPx = 60;

interface CandleChartProps {
  info: MarketInfo;
  period: CandlePeriod;
  onPeriod(period: CandlePeriod): void;
  lines: readonly TradeLine[];
  className?: string;
}

/** The chart with its tools. It comes with the chart library, so it is loaded only where a chart is. */
export function CandleChart({ info, period, onPeriod, lines, className }: CandleChartProps) {
  const { t } = useTranslation('currency');
  const place = useRef<HTMLDivElement>(null);
  const { chart, palette, state, retry } = useChart(place, { code: info.code, priceScale: info.priceScale, period });
  const [indicators, setIndicators] = useChosenIndicators(info.code);
  const { draw, clear } = useDrawings(chart, info.code, state === 'ready');
  const [full, setFull] = useState(false);
  const [table, setTable] = useState(false);
  const [moved, setMoved] = useState<{ line: TradeLine; price: number } | null>(null);
  const behind = useBehind(chart);
  const figures = useChartFigures(info);
  const figuresId = useId();
  useChartWords(chart);
  useIndicators(chart, indicators);
  useEffect(() => {
    if (chart !== null && palette !== null && state === 'ready') {
      drawTradeLines(chart, lines, palette, (line, price) => setMoved({ line, price }));
    }
  }, [chart, palette, state, lines]);

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setFull(false);
    if (chart !== null && event.target === place.current && pressed(chart, event.key)) event.preventDefault();
  };
  return (
    <section className={cx('flex min-h-0 flex-col bg-surface-1', full ? 'fixed inset-0 z-40' : className)} onKeyDown={keys}>
      <ChartToolbar
        period={period}
        onPeriod={onPeriod}
        indicators={indicators}
        onIndicators={setIndicators}
        onTool={draw}
        onClear={clear}
        onTable={() => setTable(true)}
        full={full}
        onFull={setFull}
      />
      <div dir="ltr" className="relative min-h-0 flex-1">
        <div
          ref={place}
          role="application"
          // A name that follows the price would be read with each quote; a description is read when it is asked for.
          aria-label={t('chart.label', { name: info.appName, period })}
          aria-describedby={figuresId}
          tabIndex={0}
          // The chart's layers have an order among themselves; beyond it they would lie over the button that tries again.
          className="absolute inset-0 isolate touch-pan-y focus-visible:-outline-offset-2"
        />
        <p hidden id={figuresId}>
          {figures}
        </p>
        {behind && state === 'ready' ? (
          <IconButton
            label={t('chart.toNow')}
            onClick={() => {
              chart?.scrollToRealTime();
              // The button goes once it has worked: the focus stays with the chart.
              place.current?.focus({ preventScroll: true });
            }}
            className="absolute end-[80px] bottom-[36px] z-10 size-control-small border border-line bg-surface-2"
          >
            <ChevronsRight aria-hidden />
          </IconButton>
        ) : null}
        {state === 'loading' ? <Skeleton className="absolute inset-s3" /> : null}
        {state === 'empty' || state === 'failed' ? (
          <div className="absolute inset-0 flex flex-col items-center justify-center gap-s3 bg-surface-1 px-s5 text-center text-muted">
            <p>{t(`chart.${state}`)}</p>
            {state === 'failed' ? <RetryButton onRetry={retry} /> : null}
          </div>
        ) : null}
      </div>
      {table && chart !== null ? (
        <BarsDialog bars={chart.getDataList()} scale={info.priceScale} onClose={() => setTable(false)} />
      ) : null}
      {moved === null ? null : (
        <MoveLine
          info={info}
          {...moved}
          onDone={() => {
            setMoved(null);
            if (chart !== null && palette !== null)
              drawTradeLines(chart, lines, palette, (line, price) => setMoved({ line, price }));
          }}
        />
      )}
    </section>
  );
}

/** Whether the newest bar is out of sight, at the right. */
function useBehind(chart: Chart | null): boolean {
  const [behind, setBehind] = useState(false);
  useEffect(() => {
    if (chart === null) return undefined;
    const look = () => setBehind(chart.getVisibleRange().realTo < chart.getDataList().length);
    chart.subscribeAction('onVisibleRangeChange', look);
    return () => chart.unsubscribeAction('onVisibleRangeChange', look);
  }, [chart]);
  return behind;
}

function RetryButton({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  return <Button onClick={onRetry}>{t('action.retry')}</Button>;
}

/** Arrow keys scroll, plus and minus zoom; true when the key meant something. */
function pressed(chart: Chart, key: string): boolean {
  switch (key) {
    case 'ArrowLeft':
      chart.scrollByDistance(scrollPx);
      return true;
    case 'ArrowRight':
      chart.scrollByDistance(-scrollPx);
      return true;
    case '+':
    case '=':
      chart.zoomAtCoordinate(1.2);
      return true;
    case '-':
      chart.zoomAtCoordinate(0.8);
      return true;
    case 'End':
      chart.scrollToRealTime();
      return true;
    default:
      return false;
  }
}

/** What the chart shows, in words. */
function useChartFigures(info: MarketInfo): string {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { price, change } = useLiveFigures(info);
  return t('chart.figures', {
    price: format.price(price, info.priceScale),
    change: format.change(change),
    high: format.price(info.high24h, info.priceScale),
    low: format.price(info.low24h, info.priceScale),
  });
}

/** The words inside the chart's own legend. */
function useChartWords(chart: Chart | null): void {
  const { t } = useTranslation('currency');
  const language = useSession((session) => session.language);
  useEffect(() => {
    if (chart === null) return;
    const word = (key: 'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'change' | 'turnover') =>
      `${t(`chart.${key}`)} `;
    registerLocale(language, {
      time: word('time'),
      open: word('open'),
      high: word('high'),
      low: word('low'),
      close: word('close'),
      volume: word('volume'),
      change: word('change'),
      turnover: word('turnover'),
      second: 's',
      minute: 'm',
      hour: 'h',
      day: 'd',
      week: 'w',
      month: 'M',
      year: 'y',
    });
    chart.setLocale(language);
  }, [chart, language, t]);
}

/** Keeps the chart's indicators equal to those chosen: over the candles, or in a pane of their own below. */
function useIndicators(chart: Chart | null, chosen: readonly IndicatorName[]): void {
  useEffect(() => {
    if (chart === null) return;
    const shown = new Set(chart.getIndicators().map(({ name }) => name));
    for (const name of shown) if (!chosen.some((one) => one === name)) chart.removeIndicator({ name });
    for (const name of chosen) {
      if (shown.has(name)) continue;
      const over = overlayIndicators.some((one) => one === name);
      chart.createIndicator(over ? { name, paneId: 'candle_pane' } : { name, paneId: `pane-${name}` }, over);
      if (!over) chart.setPaneOptions({ id: `pane-${name}`, height: 84, minHeight: 48 });
    }
  }, [chart, chosen]);
}
