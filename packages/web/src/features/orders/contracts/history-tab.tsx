import type { Position } from '@assay/contract/endpoints/order.ts';
import type { PositionStatus } from '@assay/contract/vocabulary/statuses.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrderHistory } from '../../../shared/trading/account.ts';
import { endedResult } from '../../../shared/trading/live-position.ts';
import { allDates, spanOf } from '../../../shared/trading/results/dates.ts';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { AgreedPrice, ReceiptButton, TimeCell } from '../cells.tsx';
import { HistoryList } from '../history-list.tsx';
import type { Narrowing } from '../living-list.tsx';
import { InstrumentCell, PriceCell } from './cells.tsx';
import { StatusCell } from './term-cells.tsx';

const ended = ['closedEarly', 'closed', 'liquidated', 'cancelled'] as const satisfies readonly PositionStatus[];
type Ended = (typeof ended)[number];

/** Contracts that have ended, by status, each with its receipt. */
export function HistoryTab({ code, onShowAll }: Narrowing) {
  // With the words of what its rows show: orders that arrive wait for none.
  const { t } = useTranslation(['orders', 'costs']);
  const [only, setOnly] = useState<Ended | null>(null);
  const [dates, setDates] = useState(allDates);
  const columns = useColumns();
  return (
    <HistoryList
      statuses={ended.map((value) => ({ value, label: t(`status.${value}`) }))}
      only={only}
      onOnly={setOnly}
      list={useOrderHistory(only === null ? ended : [only], code, spanOf(dates))}
      columns={columns}
      product="contract"
      code={code}
      dates={dates}
      onDates={setDates}
      onShowAll={onShowAll}
    />
  );
}

function useColumns(): Column<Position>[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const end = 'end' as const;
  return [
    { key: 'instrument', header: t('column.instrument'), cell: (position) => <InstrumentCell position={position} /> },
    { key: 'status', header: t('column.status'), cell: (position) => <StatusCell position={position} /> },
    { key: 'lots', header: t('column.lots'), align: end, cell: ({ lots }) => <bdi dir="ltr">{format.quantity(lots)}</bdi> },
    {
      key: 'entry',
      header: t('column.entry'),
      align: end,
      cell: ({ openPrice, limitPrice, triggerPrice, priceScale, splits }) => (
        <AgreedPrice value={openPrice ?? limitPrice ?? triggerPrice} scale={priceScale} since={splits?.opened ?? null} />
      ),
    },
    {
      key: 'close',
      header: t('column.close'),
      align: end,
      cell: (position) => <PriceCell position={position} value={position.closePrice} />,
    },
    {
      key: 'profit',
      header: t('column.net'),
      align: end,
      cell: (position) => <ContractResult result={endedResult(position)} />,
    },
    { key: 'ended', header: t('column.ended'), align: end, cell: ({ closeTime }) => <TimeCell time={closeTime} /> },
    {
      key: 'actions',
      header: t('column.actions'),
      align: end,
      cell: ({ id }) => <ReceiptButton id={id} />,
    },
  ];
}
