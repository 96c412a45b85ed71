import type { PositionStatus } from '@assay/contract/vocabulary/statuses.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrderHistory } from '../../shared/account.ts';
import { useFormat } from '../../shared/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { InstrumentCell, PriceCell, Profit, StatusCell, TimeCell } from './cells.tsx';
import { type OrderColumn, OrderList } from './order-list.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';

const ended = ['closedEarly', 'closed', 'liquidated', 'cancelled'] as const satisfies readonly PositionStatus[];
type Ended = (typeof ended)[number];

/** Orders that have ended, by status, each with its receipt. */
export function HistoryTab({ code }: { code?: string }) {
  const { t } = useTranslation('orders');
  const [only, setOnly] = useState<Ended | null>(null);
  const [receipt, setReceipt] = useState<string | null>(null);
  const list = useOrderHistory(only === null ? ended : [only], code);
  const columns = useColumns(setReceipt);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div
        role="group"
        aria-label={t('filter.label')}
        className="flex gap-s2 overflow-x-auto px-s5 py-s3 [scrollbar-width:none] mobile:px-side"
      >
        <Chip chosen={only === null} onClick={() => setOnly(null)}>
          {t('filter.all')}
        </Chip>
        {ended.map((status) => (
          <Chip key={status} chosen={only === status} onClick={() => setOnly(status)}>
            {t(`status.${status}`)}
          </Chip>
        ))}
      </div>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={3} className="p-s4" />
        )
      ) : rows.length > 0 ? (
        <OrderList label={t('history')} columns={columns} rows={rows} />
      ) : only === null ? (
        <EmptyState kind="nothing" title={t('empty.history')} text={t('empty.historyText')} />
      ) : (
        <EmptyState
          kind="noMatch"
          title={t('empty.noMatch')}
          action={<Button onClick={() => setOnly(null)}>{t('empty.showAll')}</Button>}
        />
      )}
      {list.hasNextPage ? (
        <div className="p-s4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
      {receipt === null ? null : <ReceiptDialog id={receipt} onClose={() => setReceipt(null)} />}
    </>
  );
}

function useColumns(onReceipt: (id: string) => void): OrderColumn[] {
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
      cell: (position) => <PriceCell position={position} value={position.openPrice ?? position.limitPrice} />,
    },
    {
      key: 'close',
      header: t('column.close'),
      align: end,
      cell: (position) => <PriceCell position={position} value={position.closePrice} />,
    },
    { key: 'fee', header: t('column.fee'), align: end, cell: ({ fee }) => <bdi dir="ltr">{format.amount(fee)}</bdi> },
    {
      key: 'financing',
      header: t('column.financing'),
      align: end,
      cell: ({ financing }) => <bdi dir="ltr">{format.quantity(financing)}</bdi>,
    },
    { key: 'profit', header: t('column.profit'), align: end, cell: ({ profit }) => <Profit value={profit} /> },
    { key: 'ended', header: t('column.ended'), align: end, cell: ({ closeTime }) => <TimeCell time={closeTime} /> },
    {
      key: 'actions',
      header: t('column.actions'),
      align: end,
      cell: ({ id }) => (
        <Button size="small" look="ghost" className="mobile:w-full mobile:border-line" onClick={() => onReceipt(id)}>
          {t('action.receipt')}
        </Button>
      ),
    },
  ];
}
