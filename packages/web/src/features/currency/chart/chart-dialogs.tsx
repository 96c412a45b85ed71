import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Chart } from 'klinecharts';
import { BarsDialog } from './bars-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { ParametersDialog } from './parameters-dialog.tsx';
import { TemplatesDialog } from './templates-dialog.tsx';
import type { IndicatorName } from './tools.ts';

export type ChartDialog = 'table' | 'compare' | 'templates' | IndicatorName;

interface ChartDialogsProps {
  open: ChartDialog;
  chart: Chart;
  info: MarketInfo;
  onCompared(code: string): void;
  onClose(): void;
}

/** What the tools of a chart open. It is fetched with the first of them. */
export function ChartDialogs({ open, chart, info, onCompared, onClose }: ChartDialogsProps) {
  if (open === 'table') return <BarsDialog bars={chart.getDataList()} scale={info.priceScale} onClose={onClose} />;
  if (open === 'compare') return <CompareDialog code={info.code} onChosen={onCompared} onClose={onClose} />;
  if (open === 'templates') return <TemplatesDialog code={info.code} onClose={onClose} />;
  return <ParametersDialog name={open} onClose={onClose} />;
}
