import type { CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { ChartNoAxesCombined, Maximize2, Minimize2, PencilRuler, Table2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { isMobile } from '../../../ui/device.ts';
import { Menu } from '../../../ui/menu.tsx';
import { periods } from './bars.ts';
import { type IndicatorName, type Tool, indicatorNames, tools } from './tools.ts';

interface ChartToolbarProps {
  period: CandlePeriod;
  onPeriod(period: CandlePeriod): void;
  indicators: readonly IndicatorName[];
  onIndicators(indicators: readonly IndicatorName[]): void;
  onTool(tool: Tool): void;
  onClear(): void;
  onTable(): void;
  full: boolean;
  onFull(full: boolean): void;
}

const small = 'size-control-small';

export function ChartToolbar(props: ChartToolbarProps) {
  const { t } = useTranslation('currency');
  const { indicators } = props;
  const toggle = (name: IndicatorName) =>
    props.onIndicators(indicators.includes(name) ? indicators.filter((one) => one !== name) : [...indicators, name]);
  return (
    <div className="flex items-center justify-between gap-s3 border-b border-line px-s3 py-s1">
      <Periods period={props.period} onPeriod={props.onPeriod} />
      <div className="flex shrink-0 items-center">
        <Menu
          label={t('chart.indicators')}
          trigger={
            <IconButton label={t('chart.indicators')} className={small}>
              <ChartNoAxesCombined aria-hidden />
            </IconButton>
          }
          items={indicatorNames.map((name) => ({
            key: name,
            label: t(`chart.indicator.${name}`),
            chosen: indicators.includes(name),
            onSelect: () => toggle(name),
          }))}
        />
        {isMobile ? null : (
          <Menu
            label={t('chart.drawings')}
            trigger={
              <IconButton label={t('chart.drawings')} className={small}>
                <PencilRuler aria-hidden />
              </IconButton>
            }
            items={[
              ...tools.map((tool) => ({ key: tool, label: t(`chart.tool.${tool}`), onSelect: () => props.onTool(tool) })),
              { key: 'clear', label: t('chart.clearDrawings'), onSelect: props.onClear },
            ]}
          />
        )}
        <IconButton label={t('chart.asTable')} onClick={props.onTable} className={small}>
          <Table2 aria-hidden />
        </IconButton>
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

function Periods({ period, onPeriod }: Pick<ChartToolbarProps, 'period' | 'onPeriod'>) {
  const { t } = useTranslation('currency');
  return (
    <div
      role="radiogroup"
      aria-label={t('chart.period')}
      dir="ltr"
      className="flex min-w-0 gap-s1 overflow-x-auto [scrollbar-width:none]"
    >
      {periods.map((one) => (
        <label
          key={one}
          className={cx(
            'numbers flex min-h-control-small shrink-0 items-center rounded-small px-s3 text-caption transition-quick has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            one === period ? 'bg-surface-3 font-semibold text-text' : 'text-muted hover:text-text',
          )}
        >
          <input type="radio" name="period" className="sr-only" checked={one === period} onChange={() => onPeriod(one)} />
          {one}
        </label>
      ))}
    </div>
  );
}
