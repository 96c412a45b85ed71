import { recentQuotes } from '@assay/contract/vocabulary/limits.ts';
import { type Chart, type DataLoader, type KLineData, dispose, init } from 'klinecharts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { onQuoteOf, quoteOf, useFeedState, useQuoted } from '../../../shared/feed/feed.ts';
import type { ChartLook, ChartPeriod } from '../../../shared/preferences.ts';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { isMobile } from '../../../ui/device.ts';
import { chartPeriods, lastsMs, liveBar, tickBars, toBar } from './bars.ts';
import { type Palette, chartStyles, readPalette } from './chart-styles.ts';

const barsPerPage = 500;
/** Room between the newest bar and the price axis. */
const rightPx = isMobile ? 24 : 64;
/** Half of the longest time on the axis. */
const timeRimPx = 22;
/** A closed bar is requested once the server has surely closed it too. */
const settleMs = 4_000;

export type LoadState = 'loading' | 'ready' | 'empty' | 'failed';

interface ChartOptions {
  code: string;
  priceScale: number;
  period: ChartPeriod;
}

/** Loads bars for the chart, the newest first and older ones as the person scrolls back; remembers how to push live ones. */
function createLoader({ code, period }: ChartOptions, onState: (state: LoadState) => void) {
  const ended = new AbortController();
  let push: ((bar: KLineData) => void) | null = null;
  const fetchBars = async (before: number | null, limit = barsPerPage) => {
    if (period === 'tick') {
      if (before !== null) return [];
      return tickBars(await call(calls.index.recentQuotes, { code, limit: recentQuotes.max }, { signal: ended.signal }));
    }
    const range = before === null ? {} : { to: before - 1 };
    const candles = await call(calls.index.getKValueByCodeAndDate, { code, period, limit, ...range }, { signal: ended.signal });
    return candles.filter(({ time }) => before === null || time < before).map(toBar);
  };
  const loader: DataLoader = {
    getBars: async ({ type, timestamp, callback }) => {
      if (type !== 'init' && type !== 'forward') {
        callback([], false);
        return;
      }
      try {
        const bars = await fetchBars(type === 'init' ? null : timestamp);
        callback(bars, { forward: bars.length > 0, backward: false });
        if (type === 'init') onState(bars.length === 0 ? 'empty' : 'ready');
      } catch {
        if (ended.signal.aborted) return;
        callback([], false);
        if (type === 'init') onState('failed');
      }
    },
    subscribeBar: ({ callback }) => {
      push = callback;
    },
    unsubscribeBar: () => {
      push = null;
    },
  };
  const later = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(run, milliseconds);
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
  };
  return { loader, fetchBars, push: (bar: KLineData) => push?.(bar), later, end: () => ended.abort() };
}

/** What we drew of a bar from conflated quotes gives way to the bar as the server closed it. */
async function settle(chart: Chart, fetchBars: (before: number | null, limit: number) => Promise<KLineData[]>, closed: number) {
  const bars = await fetchBars(null, 3).catch(() => []);
  const final = bars.find(({ timestamp }) => timestamp === closed);
  const drawn = final && chart.getDataList().findLast(({ timestamp }) => timestamp === closed);
  if (drawn === undefined) return;
  Object.assign(drawn, final);
  // Draws it, though no quote may come for long.
  chart.resize();
}

/** How many splits the feed says there have been; null before its first word. Renders when that changes, not with every quote. */
function useSplits(code: string): number | null {
  return useQuoted(code, splitsOf);
}

const splitsOf = (quote: { readonly splits?: number | undefined } | undefined): number | null =>
  quote === undefined ? null : (quote.splits ?? 0);

/**
 * Whether the last price is in the units of the bars: after one more split than they were fetched after it is not, and
 * they are others. `epoch` grows when the bars, including those in flight, are in other units from then on.
 */
function useUnits(code: string, splits: number | null, isThere: boolean) {
  const [told, setTold] = useState<{ code: string; splits: number } | null>(null);
  const [epoch, setEpoch] = useState(0);
  useEffect(() => {
    if (!isThere || splits === null) return;
    if (told?.code === code && told.splits === splits) return;
    setTold({ code, splits });
    if (told?.code === code) setEpoch((epochs) => epochs + 1);
  }, [isThere, code, splits, told]);
  return { epoch, told };
}

/** A candle chart in an element: follows instrument, period, language, theme, and the feed. */
export function useChart(element: RefObject<HTMLDivElement | null>, options: ChartOptions, look: ChartLook) {
  const { code, priceScale, period } = options;
  const [chart, setChart] = useState<Chart | null>(null);
  const [palette, setPalette] = useState<Palette | null>(null);
  const [state, setState] = useState<LoadState>('loading');
  const splits = useSplits(code);
  const { epoch, told } = useUnits(code, splits, chart !== null);
  // The same bars in other units are another question.
  const asked = useMemo(() => ({ code, priceScale, period, epoch }), [code, priceScale, period, epoch]);
  const source = useRef<ReturnType<typeof createLoader> | null>(null);
  const format = useFormat();

  useEffect(() => {
    const place = element.current;
    if (place === null) return undefined;
    const made = init(place, {
      hotkey: { enabled: false },
      decimalFold: { format: String },
      layout: { yAxis: { gap: { top: isMobile ? 0.16 : 0.2, bottom: 0.08 } } },
    });
    made?.setOffsetRightDistance(rightPx);
    // A time at the rim would be cut in two.
    made?.overrideXAxis({
      createTicks: ({ defaultTicks, bounding: { width } }) =>
        defaultTicks.filter(({ coord }) => coord >= timeRimPx && coord <= width - timeRimPx),
    });
    // The library would have the first Tab of the page land in here, before all that is above.
    for (const inner of place.querySelectorAll<HTMLElement>('[tabindex]')) inner.tabIndex = -1;
    setChart(made);
    const observer = new ResizeObserver(() => {
      // A part of the page that is hidden for a moment has no size: what it shows must stay where it is.
      if (place.clientWidth > 0 && place.clientHeight > 0) made?.resize();
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      dispose(place);
      setChart(null);
    };
  }, [element]);

  useEffect(() => {
    const place = element.current;
    if (chart === null || place === null) return undefined;
    const dress = () => {
      const colours = readPalette(place);
      chart.setStyles(chartStyles(colours, look));
      setPalette(colours);
    };
    dress();
    // The tokens follow the document: its theme, its language, the pair that the person chose.
    const observer = new MutationObserver(dress);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-pair', 'lang'] });
    return () => observer.disconnect();
  }, [chart, element, look]);

  useEffect(() => {
    // Figures that are shortened already, such as 1.2K, come through the separator too and stay as they are.
    const separated = (text: string) => (Number.isNaN(Number(text)) ? text : format.price(text, decimalsOf(text)));
    chart?.setThousandsSeparator({ format: (value) => separated(String(value)) });
    chart?.setFormatter({ formatBigNumber: (value) => format.compact(String(value)) });
  }, [chart, format]);

  useEffect(() => {
    if (chart === null) return undefined;
    setState('loading');
    const made = createLoader(asked, setState);
    source.current = made;
    chart.setSymbol({ ticker: asked.code, pricePrecision: asked.priceScale, volumePrecision: 2 });
    chart.setPeriod(chartPeriods[asked.period]);
    chart.setDataLoader(made.loader);
    return () => made.end();
  }, [chart, asked]);

  // While the connection was lost there may have been bars that the feed never sent.
  const connection = useFeedState().state;
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connection === 'offline') setLost(true);
    if (connection !== 'live' || !lost) return;
    setLost(false);
    chart?.resetData();
  }, [chart, connection, lost]);

  // No price of now belongs to a bar of before.
  const live = useMemo(
    () => (chart === null || state !== 'ready' || told === null ? null : { chart, source, code, period, told }),
    [chart, state, code, period, told],
  );
  return { chart, palette, state, live, retry: () => chart?.resetData() };
}

/** What each quote is pushed into. */
export interface LiveChart {
  readonly chart: Chart;
  readonly source: RefObject<ReturnType<typeof createLoader> | null>;
  readonly code: string;
  readonly period: ChartPeriod;
  /** The units of the bars. */
  readonly told: { readonly code: string; readonly splits: number };
}

/** Draws nothing itself: its surroundings are not redrawn with each quote. */
export function LiveBars({ live: { chart, source, code, period, told } }: { live: LiveChart }) {
  useEffect(() => {
    const push = () => {
      const from = source.current;
      const quote = quoteOf(code);
      if (from === null || quote === undefined || told.code !== code || told.splits !== splitsOf(quote)) return;
      const last = chart.getDataList().at(-1);
      const bar = liveBar(last, period, Number(quote.price), Date.parse(quote.time));
      if (bar !== null) from.push(bar);
      if (last === undefined || bar === null || bar.timestamp === last.timestamp || period === 'tick') return;
      from.later(Math.min(settleMs, lastsMs(period)), () => void settle(chart, from.fetchBars, last.timestamp));
    };
    push();
    return onQuoteOf(code, push);
  }, [chart, source, code, period, told]);
  return null;
}
