import type { KLineData } from 'klinecharts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';

const barsMax = 60;

/** The chart as a table: for screen readers, and for the exact figures. The newest bar comes first. */
export function BarsDialog({ bars, scale, onClose }: { bars: readonly KLineData[]; scale: number; onClose(): void }) {
  const { t } = useTranslation('currency');
  const [rows] = useState(() => bars.slice(-barsMax).toReversed());
  return (
    <Dialog open wide title={t('chart.tableTitle')} onOpenChange={onClose}>
      <DataTable
        label={t('chart.tableTitle')}
        rows={rows}
        rowKey={({ timestamp }) => String(timestamp)}
        columns={useColumns(scale)}
      />
    </Dialog>
  );
}

function useColumns(scale: number): Column<KLineData>[] {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const price = (key: 'open' | 'high' | 'low' | 'close'): Column<KLineData> => ({
    key,
    header: t(`chart.${key}`),
    align: 'end',
    cell: (bar) => <bdi dir="ltr">{format.price(bar[key].toFixed(scale), scale)}</bdi>,
  });
  return [
    {
      key: 'time',
      header: t('chart.time'),
      cell: ({ timestamp }) => <bdi className="whitespace-nowrap">{format.dateTime(timestamp)}</bdi>,
    },
    price('open'),
    price('high'),
    price('low'),
    price('close'),
    { key: 'volume', header: t('chart.volume'), align: 'end', cell: ({ volume }) => format.compact(volume ?? null) },
  ];
}
