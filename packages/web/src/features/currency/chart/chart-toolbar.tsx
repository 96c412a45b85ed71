import {
  AreaChart,
  ChartCandlestick,
  ChartNoAxesCombined,
  Ellipsis,
  GitCompareArrows,
  Maximize2,
  Minimize2,
  PencilRuler,
  Rows3,
  Table2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartLook, type ChartPeriod, chartLooks } from '../../../shared/preferences.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { isMobile } from '../../../ui/device.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { periods } from './bars.ts';
import { type IndicatorName, type Tool, indicatorNames, tools } from './tools.ts';

interface ChartToolbarProps {
  period: ChartPeriod;
  onPeriod(period: ChartPeriod): void;
  look: ChartLook;
  onLook(look: ChartLook): void;
  indicators: readonly IndicatorName[];
  onIndicators(indicators: readonly IndicatorName[]): void;
  onTool(tool: Tool): void;
  onClear(): void;
  onTemplates(): void;
  onCompare(): void;
  onTable(): void;
  /** Whether the person's orders are drawn. */
  orders: boolean;
  onOrders(orders: boolean): void;
  full: boolean;
  onFull(full: boolean): void;
}

const small = 'size-[28px] mobile:size-[36px]';

/** Over the chart, on surfaces of their own: what it shows, and how. */
export function ChartToolbar(props: ChartToolbarProps) {
  const { t } = useTranslation('currency');
  const words = useTranslation('terminal').t;
  const { indicators, look, period } = props;
  const toggle = (name: IndicatorName) =>
    props.onIndicators(indicators.includes(name) ? indicators.filter((one) => one !== name) : [...indicators, name]);
  const drawings: MenuItem[] = [
    ...tools.map((tool) => ({ key: tool, label: t(`chart.tool.${tool}`), onSelect: () => props.onTool(tool) })),
    { key: 'clear', label: t('chart.clearDrawings'), onSelect: props.onClear },
  ];
  // Quotes alone are compared with nothing: others have their own moments.
  const compare: MenuItem[] =
    period === 'tick' ? [] : [{ key: 'compare', label: words('chart.compareTitle'), onSelect: props.onCompare }];
  const more: MenuItem[] = [
    ...compare,
    { key: 'orders', label: words('chart.lines'), chosen: props.orders, onSelect: () => props.onOrders(!props.orders) },
    { key: 'table', label: t('chart.asTable'), onSelect: props.onTable },
    ...(isMobile ? drawings : []),
  ];
  return (
    <div className="pointer-events-none flex items-center justify-between gap-[8px]">
      <Periods period={period} onPeriod={props.onPeriod} />
      <div className="pointer-events-auto flex shrink-0 items-center rounded-middle bg-surface-1/85 mobile:bg-surface-1">
        <ToolMenu
          label={words('chart.look')}
          icon={look === 'line' || look === 'area' ? <AreaChart aria-hidden /> : <ChartCandlestick aria-hidden />}
          items={chartLooks.map((one) => ({
            key: one,
            label: words(`chart.looks.${one}`),
            chosen: one === look,
            onSelect: () => props.onLook(one),
          }))}
        />
        <ToolMenu
          label={t('chart.indicators')}
          icon={<ChartNoAxesCombined aria-hidden />}
          items={[
            { key: 'templates', label: words('chart.templates.title'), onSelect: props.onTemplates },
            ...indicatorNames.map((name) => ({
              key: name,
              label: t(`chart.indicator.${name}`),
              chosen: indicators.includes(name),
              onSelect: () => toggle(name),
            })),
          ]}
        />
        {isMobile ? (
          <ToolMenu label={t('chart.drawings')} icon={<Ellipsis aria-hidden />} items={more} />
        ) : (
          <>
            <ToolMenu label={t('chart.drawings')} icon={<PencilRuler aria-hidden />} items={drawings} />
            {period === 'tick' ? null : (
              <IconButton label={words('chart.compareTitle')} onClick={props.onCompare} className={small}>
                <GitCompareArrows aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={words('chart.lines')}
              aria-pressed={props.orders}
              onClick={() => props.onOrders(!props.orders)}
              className={cx(small, props.orders && 'text-accent')}
            >
              <Rows3 aria-hidden />
            </IconButton>
            <IconButton label={t('chart.asTable')} onClick={props.onTable} className={small}>
              <Table2 aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton
          label={t(props.full ? 'chart.leaveFullscreen' : 'chart.fullscreen')}
          onClick={() => props.onFull(!props.full)}
          className={small}
        >
          {props.full ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
        </IconButton>
      </div>
    </div>
  );
}

function ToolMenu({ label, icon, items }: { label: string; icon: ReactNode; items: readonly MenuItem[] }) {
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label} className={small}>
          {icon}
        </IconButton>
      }
      items={items}
    />
  );
}

/** On a phone not all of them are in sight: the chosen one is. The page itself stays where it is. */
function bringIntoSight(input: HTMLInputElement | null): void {
  const label = input?.closest('label');
  const row = label?.parentElement;
  if (!label || !row || row.scrollWidth <= row.clientWidth) return;
  row.scrollLeft = label.offsetLeft - (row.clientWidth - label.offsetWidth) / 2;
}

function Periods({ period, onPeriod }: Pick<ChartToolbarProps, 'period' | 'onPeriod'>) {
  const { t } = useTranslation('currency');
  const words = useTranslation('terminal').t;
  return (
    <div
      role="radiogroup"
      aria-label={t('chart.period')}
      dir="ltr"
      className="pointer-events-auto relative flex min-w-0 overflow-x-auto mobile:gap-[2px] rounded-middle bg-surface-1/85 [scrollbar-width:none]"
    >
      {periods.map((one) => (
        <label
          key={one}
          className={cx(
            'numbers flex min-h-[30px] shrink-0 items-center rounded-small px-[5px] text-[12px] transition-quick has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent mobile:min-h-[36px] mobile:px-[11px]',
            one === period ? 'bg-surface-3 font-semibold text-text' : 'text-muted hover:text-text',
          )}
        >
          <input
            ref={one === period ? bringIntoSight : null}
            type="radio"
            name="period"
            className="sr-only"
            checked={one === period}
            onChange={() => onPeriod(one)}
          />
          {one === 'tick' ? words('chart.tick') : one}
        </label>
      ))}
    </div>
  );
}
