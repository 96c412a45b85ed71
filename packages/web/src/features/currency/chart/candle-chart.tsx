import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type Chart, registerLocale } from 'klinecharts';
import { ChevronsRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { type ChartPeriod, usePreferences } from '../../../shared/preferences.ts';
import { useLiveFigures } from '../../../shared/trading/market/market.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPage } from '../../../ui/lazy-page.ts';
import { Skeleton } from '../../../ui/states.tsx';
import type { ChartDialog } from './chart-dialogs.tsx';
import { keepCharts } from './chart-layout.ts';
import { useChartMemory, useChosenIndicators, useCompared } from './chart-memory.ts';
import type { Palette } from './chart-styles.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { registerCompared, useCompare } from './compare.ts';
import { EventMarks } from './events/event-marks.tsx';
import { registerAverages, useAverages, useIndicators } from './indicators.ts';
import { Legend } from './legend.tsx';
import { OptionMarks } from './option-marks.tsx';
import { type TradeLine, drawTradeLines, registerTradeLine } from './trade-lines.ts';
import { LiveBars, type LoadState, useChart } from './use-chart.ts';
import { useDrawings } from './use-drawings.ts';

const ChartDialogs = lazyPage(() => import('./chart-dialogs.tsx').then((part) => part.ChartDialogs));
const MoveLine = lazyPage(() => import('./move-line.tsx').then((part) => part.MoveLine));

registerTradeLine();
registerAverages();
registerCompared();
keepCharts();

const scrollPx = 60;
/** The space that labels over the chart need below its upper edge, and a little more. */
const abovePx = 10;

interface CandleChartProps {
  info: MarketInfo;
  period: ChartPeriod;
  onPeriod(period: ChartPeriod): void;
  lines: readonly TradeLine[];
  className?: string;
}

/** The chart with its tools. It comes with the chart library, so it is loaded only where a chart is. */
export function CandleChart({ info, period, onPeriod, lines, className }: CandleChartProps) {
  const { t } = useTranslation('currency');
  const place = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const chartLook = usePreferences((preferences) => preferences.chartLook);
  const orderLines = usePreferences((preferences) => preferences.orderLines);
  const set = usePreferences((preferences) => preferences.set);
  const look = period === 'tick' && chartLook !== 'area' ? 'line' : chartLook;
  const source = useChart(place, { code: info.code, priceScale: info.priceScale, period }, look);
  const { chart, palette, state } = source;
  const [chosen, setIndicators] = useChosenIndicators(info.code);
  // Single quotes carry no volume.
  const indicators = useMemo(() => (period === 'tick' ? chosen.filter((name) => name !== 'VOL') : chosen), [chosen, period]);
  const [compared, setCompared] = useCompared(info.code);
  const { draw, clear } = useDrawings(chart, info.code, state === 'ready');
  const [full, setFull] = useState(false);
  const [open, setOpen] = useState<ChartDialog | null>(null);
  const close = () => setOpen(null);
  const behind = useBehind(chart);
  const figuresId = useId();
  useChartWords(chart);
  useIndicators(
    chart,
    indicators,
    useChartMemory(({ parameters }) => parameters),
  );
  useAverages(chart, look, palette);
  useCompare(chart, compared, period, palette);
  const shown = orderLines ? lines : noLines;
  const { moved, settle } = useOrderLines({ chart, palette, isReady: state === 'ready', lines: shown, above });

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setFull(false);
    if (chart !== null && event.target === place.current && pressed(chart, event.key)) event.preventDefault();
  };
  return (
    <section
      className={cx('flex min-h-0 flex-col bg-surface-1 text-[12px]', full ? 'fixed inset-0 z-40' : cx('relative', className))}
      onKeyDown={keys}
    >
      <div dir="ltr" className="relative min-h-0 flex-1">
        <div
          ref={place}
          role="application"
          // A name that follows the price would be read with each quote; a description is read on demand.
          aria-label={t('chart.label', { name: info.appName, period })}
          aria-describedby={figuresId}
          tabIndex={0}
          // The chart's layers have an order among themselves; beyond it they would lie over the button that tries again.
          className="absolute inset-0 isolate touch-pan-y focus-visible:-outline-offset-2"
        />
        <ChartFigures info={info} id={figuresId} />
        <div
          ref={above}
          className="pointer-events-none absolute start-[6px] end-[78px] top-[4px] mobile:end-[6px] z-10 flex flex-col gap-[2px]"
        >
          <ChartToolbar
            period={period}
            onPeriod={onPeriod}
            look={look}
            onLook={(next) => set({ chartLook: next })}
            indicators={chosen}
            onIndicators={setIndicators}
            onTool={draw}
            onClear={clear}
            onTemplates={() => setOpen('templates')}
            onCompare={() => setOpen('compare')}
            onTable={() => setOpen('table')}
            orders={orderLines}
            onOrders={(orders) => set({ orderLines: orders })}
            full={full}
            onFull={setFull}
          />
          {source.live === null ? null : <LiveBars live={source.live} />}
          {chart === null || palette === null || state !== 'ready' ? null : (
            // Its words come when it does: the chart waits for none.
            <Suspense>
              <OptionMarks chart={chart} palette={palette} code={info.code} />
              <EventMarks chart={chart} palette={palette} info={info} />
            </Suspense>
          )}
          {chart === null || palette === null || state !== 'ready' ? null : (
            <Legend
              chart={chart}
              info={info}
              palette={palette}
              other={compared}
              onSettings={setOpen}
              onRemove={(name) => setIndicators(chosen.filter((one) => one !== name))}
              onEndCompare={() => setCompared(null)}
            />
          )}
        </div>
        {behind && state === 'ready' ? (
          <div className="absolute right-[80px] bottom-[36px] z-10">
            <IconButton
              label={t('chart.toNow')}
              onClick={() => {
                chart?.scrollToRealTime();
                // The button goes once it has worked: the focus stays with the chart.
                place.current?.focus({ preventScroll: true });
              }}
              className="size-control-small border border-line bg-surface-2"
            >
              <ChevronsRight aria-hidden />
            </IconButton>
          </div>
        ) : null}
        <Missing state={state} onRetry={source.retry} />
      </div>
      <Suspense fallback={null}>
        {chart === null || open === null ? null : (
          <ChartDialogs open={open} chart={chart} info={info} onCompared={setCompared} onClose={close} />
        )}
        {moved === null ? null : <MoveLine info={info} {...moved} onDone={settle} />}
      </Suspense>
    </section>
  );
}

const noLines: readonly TradeLine[] = [];

interface OrderLines {
  chart: Chart | null;
  palette: Palette | null;
  isReady: boolean;
  lines: readonly TradeLine[];
  /** The element over the chart: labels at its upper edge are placed below it. */
  above: RefObject<HTMLElement | null>;
}

/** Draws the lines of orders; a dragged one stays where it was dropped until the change is confirmed or rejected. */
function useOrderLines({ chart, palette, isReady, lines, above }: OrderLines) {
  const [moved, setMoved] = useState<{ line: TradeLine; price: number } | null>(null);
  const hand = useRef<'free' | 'holds' | 'asks'>('free');
  const drawLines = useCallback(() => {
    // Redrawing would end a drag: orders may change during one.
    if (chart === null || palette === null || !isReady || hand.current !== 'free') return;
    const top = () => (above.current?.offsetHeight ?? 0) + abovePx;
    const onHeld = () => (hand.current = 'holds');
    const onMoved = (line: TradeLine, price: number) => {
      // Released outside of the chart it returns to its place; the chart itself learns of that with the next press.
      if (hand.current !== 'holds') return;
      hand.current = 'asks';
      setMoved({ line, price });
    };
    drawTradeLines(chart, lines, palette, { top, onHeld, onMoved });
  }, [chart, palette, isReady, lines, above]);
  useEffect(drawLines, [drawLines]);
  useLetGo(() => {
    if (hand.current !== 'holds') return;
    hand.current = 'free';
    drawLines();
  });
  // What asks about a line that was dragged comes with the first that can be.
  useEffect(() => {
    if (lines.some(({ movable }) => movable)) MoveLine.preload();
  }, [lines]);
  const settle = () => {
    hand.current = 'free';
    setMoved(null);
    drawLines();
  };
  return { moved, settle };
}

const endings = ['mouseup', 'touchend', 'touchcancel', 'blur'] as const;

/** Runs once the pointer is released, wherever that was, and the chart has handled it. */
function useLetGo(then: () => void): void {
  const newest = useRef(then);
  useEffect(() => {
    newest.current = then;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => newest.current());
    };
    for (const ending of endings) window.addEventListener(ending, later);
    return () => {
      clearTimeout(timer);
      for (const ending of endings) window.removeEventListener(ending, later);
    };
  }, []);
}

function Missing({ state, onRetry }: { state: LoadState; onRetry(): void }) {
  const { t } = useTranslation('currency');
  if (state === 'ready') return null;
  if (state === 'loading') return <Skeleton className="absolute inset-s3 top-[44px]" />;
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-s3 bg-surface-1 px-s5 text-center text-muted">
      <p>{t(`chart.${state}`)}</p>
      {state === 'failed' ? <RetryButton onRetry={onRetry} /> : null}
    </div>
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
function ChartFigures({ info, id }: { info: MarketInfo; id: string }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { price, change } = useLiveFigures(info);
  return (
    <p hidden id={id}>
      {t('chart.figures', {
        price: format.price(price, info.priceScale),
        change: format.change(change),
        high: format.price(info.high24h, info.priceScale),
        low: format.price(info.low24h, info.priceScale),
      })}
    </p>
  );
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
