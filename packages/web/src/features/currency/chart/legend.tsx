import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Chart, Indicator, KLineData } from 'klinecharts';
import { Settings2, X } from 'lucide-react';
import { type ReactNode, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onQuoteOf } from '../../../shared/feed/feed.ts';
import { gainTone } from '../../../shared/trading/tones.ts';
import { type Format, useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { isMobile } from '../../../ui/device.ts';
import { type Palette, lineColors } from './chart-styles.ts';
import { comparedInSight } from './compare.ts';
import { type IndicatorName, indicatorNames, overlayIndicators } from './tools.ts';

export interface Line {
  readonly name: IndicatorName;
  readonly parameters: readonly unknown[];
  readonly values: readonly { readonly title: string; readonly text: string; readonly color: string }[];
  /** Of its pane, from above; null over the candles. */
  readonly top: number | null;
}

interface Reading {
  readonly bar: KLineData | undefined;
  readonly lines: readonly Line[];
  /** By how much the other has changed in sight, in percent. */
  readonly compared: string | null;
}

interface LegendProps {
  chart: Chart;
  info: MarketInfo;
  palette: Palette;
  /** Name of what is drawn beside it. */
  other: string | null;
  onSettings(name: IndicatorName): void;
  onRemove(name: IndicatorName): void;
  onEndCompare(): void;
}

const chip =
  'pointer-events-auto flex max-w-full items-center gap-x-[8px] rounded-[4px] bg-surface-1/85 px-[5px] py-[1px] leading-[1.45]';

/** What the bar under the cross hair says, or the newest one: on chips, so that nothing behind them strikes it through. */
export function Legend({ chart, info, palette, other, onSettings, onRemove, onEndCompare }: LegendProps) {
  const { t } = useTranslation('currency');
  const words = useTranslation('terminal').t;
  const format = useFormat();
  const { bar, lines, compared } = useReading(chart, info, palette, format);
  const price = (value: number) => format.price(value.toFixed(info.priceScale), info.priceScale);
  const line = (one: Line) => indicatorLine(one, onSettings, onRemove);
  const change = bar === undefined || bar.open === 0 ? null : ((bar.close / bar.open - 1) * 100).toFixed(2);
  return (
    <>
      <div className="flex flex-col items-start gap-[1px] overflow-hidden">
        {bar === undefined || isMobile ? null : (
          <p className={cx(chip, 'numbers')}>
            {(['open', 'high', 'low', 'close'] as const).map((key) => (
              <span key={key}>
                <span className="text-muted">{t(`chart.${key}`)}</span> {price(bar[key])}
              </span>
            ))}
            <span className={gainTone(change)}>{format.change(change)}</span>
          </p>
        )}
        {other === null || compared === null ? null : (
          <p className={cx(chip, 'numbers')} style={{ color: palette.violet }}>
            <bdi>{other}</bdi> {format.change(compared)}
            <LegendButton label={words('chart.remove', { name: other })} onClick={onEndCompare}>
              <X aria-hidden />
            </LegendButton>
          </p>
        )}
        {isMobile ? null : lines.filter(({ top }) => top === null).map(line)}
      </div>
      {isMobile
        ? null
        : lines.map((one) =>
            one.top === null ? null : (
              <div key={one.name} className="absolute start-[6px]" style={{ top: one.top + 3 }}>
                {line(one)}
              </div>
            ),
          )}
    </>
  );
}

function LegendButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="inline-flex size-[24px] -my-[4px] items-center justify-center rounded-small text-muted hover:text-text [&>svg]:size-[12px]"
    >
      {children}
    </button>
  );
}

type Acts = Pick<LegendProps, 'onSettings' | 'onRemove'>;

/** Plain elements, since each quote writes them; its buttons stand still. */
function indicatorLine({ name, parameters, values }: Line, onSettings: Acts['onSettings'], onRemove: Acts['onRemove']) {
  return (
    <p key={name} className={cx(chip, 'group numbers')}>
      <span className="text-muted">
        {name} {parameters.join(' ')}
      </span>
      {values.map(({ title, text, color }) => (
        <span key={title} style={{ color }}>
          {text}
        </span>
      ))}
      <LineButtons name={name} onSettings={onSettings} onRemove={onRemove} />
    </p>
  );
}

const LineButtons = memo(function LineButtons({ name, onSettings, onRemove }: { name: IndicatorName } & Acts) {
  const { t } = useTranslation('terminal');
  return (
    <span className="flex opacity-0 transition-quick group-focus-within:opacity-100 group-hover:opacity-100">
      <LegendButton label={t('chart.settings', { name })} onClick={() => onSettings(name)}>
        <Settings2 aria-hidden />
      </LegendButton>
      <LegendButton label={t('chart.remove', { name })} onClick={() => onRemove(name)}>
        <X aria-hidden />
      </LegendButton>
    </span>
  );
});

/** Reads the chart whenever its cross hair moves, what is in sight changes, or a price comes. */
function useReading(chart: Chart, { code }: MarketInfo, palette: Palette, format: Format): Reading {
  const [reading, setReading] = useState<Reading>({ bar: undefined, lines: [], compared: null });
  const at = useRef<number>(undefined);
  const read = useCallback(() => setReading(readingOf(chart, at.current, palette, format)), [chart, palette, format]);
  useEffect(() => {
    const move = (crosshair: unknown) => {
      at.current = indexOf(crosshair);
      read();
    };
    chart.subscribeAction('onCrosshairChange', move);
    chart.subscribeAction('onVisibleRangeChange', read);
    return () => {
      chart.unsubscribeAction('onCrosshairChange', move);
      chart.unsubscribeAction('onVisibleRangeChange', read);
    };
  }, [chart, read]);
  useEffect(() => {
    let isHere = true;
    // Once the chart has received it too, in whichever order.
    const later = () =>
      queueMicrotask(() => {
        if (isHere) read();
      });
    read();
    const end = onQuoteOf(code, later);
    return () => {
      isHere = false;
      end();
    };
  }, [code, read]);
  return reading;
}

function indexOf(crosshair: unknown): number | undefined {
  if (typeof crosshair !== 'object' || crosshair === null || !('dataIndex' in crosshair)) return undefined;
  return typeof crosshair.dataIndex === 'number' ? crosshair.dataIndex : undefined;
}

function readingOf(chart: Chart, at: number | undefined, palette: Palette, format: Format): Reading {
  const bars = chart.getDataList();
  const index = at === undefined || bars[at] === undefined ? bars.length - 1 : at;
  const place = chart.getDom()?.getBoundingClientRect().top ?? 0;
  const lines = chart.getIndicators().flatMap((indicator): Line[] => {
    const name = indicatorNames.find((one) => one === indicator.name);
    if (name === undefined) return [];
    const over = overlayIndicators.some((one) => one === name);
    const pane = over ? undefined : chart.getDom(indicator.paneId)?.getBoundingClientRect().top;
    const values = valuesOf(indicator, index, palette, format);
    return [{ name, parameters: indicator.calcParams, values, top: pane === undefined ? null : pane - place }];
  });
  const beside = comparedInSight(chart)?.values.filter((value) => value !== null) ?? [];
  const [first, last] = [beside[0], beside.at(-1)];
  const compared = first === undefined || last === undefined ? null : ((last / first - 1) * 100).toFixed(2);
  return { bar: bars[index], lines, compared };
}

function valuesOf({ figures, result, precision }: Indicator, index: number, palette: Palette, format: Format): Line['values'] {
  const row: unknown = result[index];
  const colors = lineColors(palette);
  let line = 0;
  return figures.flatMap(({ key, title, type }) => {
    // Lines have their colours in their order; bars and points have those of gain and loss.
    const color = type === 'line' ? (colors[line % colors.length] ?? palette.text) : palette.muted;
    if (type === 'line') line += 1;
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined;
    if (typeof value !== 'number') return [];
    const text = Math.abs(value) >= 1e6 ? format.compact(value.toFixed(0)) : format.price(value.toFixed(precision), precision);
    return [{ title: title ?? key, text, color }];
  });
}
