import type { KLineData } from 'klinecharts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/format.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

const barsMax = 60;

/** The chart as a table: for screen readers, and for whoever wants the figures. The newest bar stands first. */
export function BarsDialog({ bars, scale, onClose }: { bars: readonly KLineData[]; scale: number; onClose(): void }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const [rows] = useState(() => bars.slice(-barsMax).toReversed());
  const price = (value: number) => <bdi dir="ltr">{format.price(value.toFixed(scale), scale)}</bdi>;
  const figures = (['open', 'high', 'low', 'close'] as const).map((key) => ({
    key,
    header: t(`chart.${key}`),
    align: 'end' as const,
    cell: (bar: KLineData) => price(bar[key]),
  }));
  return (
    <Dialog open wide title={t('chart.tableTitle')} onOpenChange={onClose}>
      <DataTable
        label={t('chart.tableTitle')}
        rows={rows}
        rowKey={({ timestamp }) => String(timestamp)}
        columns={[
          {
            key: 'time',
            header: t('chart.time'),
            cell: ({ timestamp }) => <bdi className="whitespace-nowrap">{format.dayTime(timestamp)}</bdi>,
          },
          ...figures,
          { key: 'volume', header: t('chart.volume'), align: 'end', cell: ({ volume }) => format.compact(volume ?? null) },
        ]}
      />
    </Dialog>
  );
}
