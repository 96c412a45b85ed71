import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import type { SpotStatus } from '@assay/contract/vocabulary/statuses.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenSpotOrders, useSpotHistory } from '../../../shared/trading/order-lists.ts';
import { allDates, spanOf } from '../../../shared/trading/results.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { LivePrice, PriceText, Profit, ReceiptButton, TimeCell } from '../cells.tsx';
import { HistoryList } from '../history-list.tsx';
import { LivingList, type Narrowing } from '../living-list.tsx';
import { CancelSpotDialog } from './cancel-spot-dialog.tsx';
import { SpotCell } from './spot-cell.tsx';

const end = 'end' as const;

/** Limit orders that wait; each can be withdrawn. */
export function WaitingSpotTab({ code, onShowAll }: Narrowing) {
  const { t } = useTranslation('orders');
  const list = useOpenSpotOrders(code);
  const [asked, setAsked] = useState<string | null>(null);
  // An order that fills while the question stands is gone from the list, and the question with it.
  const subject = list.data?.items.find(({ id }) => id === asked);
  return (
    <>
      <LivingList
        label={t('waiting')}
        list={list}
        columns={useWaitingColumns(setAsked)}
        empty={{ title: t('empty.waiting'), text: t('empty.waitingText') }}
        {...(code === undefined ? {} : { code })}
        onShowAll={onShowAll}
      />
      {subject === undefined ? null : <CancelSpotDialog order={subject} onDone={() => setAsked(null)} />}
    </>
  );
}

const ended = ['filled', 'cancelled'] as const satisfies readonly SpotStatus[];
type Ended = (typeof ended)[number];

/** Filled and withdrawn orders, each with its receipt. */
export function SpotHistoryTab({ code, onShowAll }: Narrowing) {
  const { t } = useTranslation('orders');
  const [only, setOnly] = useState<Ended | null>(null);
  const [dates, setDates] = useState(allDates);
  return (
    <HistoryList
      statuses={ended.map((value) => ({ value, label: t(`spotStatus.${value}`) }))}
      only={only}
      onOnly={setOnly}
      list={useSpotHistory(only === null ? ended : [only], code, spanOf(dates))}
      columns={useEndedColumns()}
      product="spot"
      code={code}
      dates={dates}
      onDates={setDates}
      onShowAll={onShowAll}
    />
  );
}

function useCommonColumns() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  return {
    instrument: { key: 'instrument', header: t('column.instrument'), cell: (order) => <SpotCell order={order} /> },
    quantity: {
      key: 'quantity',
      header: t('column.quantity'),
      align: end,
      cell: ({ quantity, base }) => (
        <bdi dir="ltr" className="whitespace-nowrap">
          {format.quantity(quantity)} {base}
        </bdi>
      ),
    },
    turnover: {
      key: 'turnover',
      header: t('column.turnover'),
      align: end,
      cell: ({ turnover }) => <bdi dir="ltr">{format.amount(turnover)}</bdi>,
    },
  } satisfies Record<string, Column<SpotOrder>>;
}

function useWaitingColumns(onCancel: (id: string) => void): Column<SpotOrder>[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { instrument, quantity, turnover } = useCommonColumns();
  return [
    instrument,
    {
      key: 'limit',
      header: t('column.limit'),
      align: end,
      cell: ({ price, priceScale }) => <PriceText value={price} scale={priceScale} />,
    },
    { key: 'last', header: t('column.last'), align: end, cell: (order) => <LivePrice order={order} /> },
    quantity,
    turnover,
    {
      key: 'held',
      header: t('column.held'),
      align: end,
      cell: ({ held, heldAsset }) => (
        <bdi dir="ltr" className="whitespace-nowrap">
          {format.amount(held, heldAsset)} {heldAsset}
        </bdi>
      ),
    },
    { key: 'placed', header: t('column.placed'), align: end, cell: ({ createdAt }) => <TimeCell time={createdAt} /> },
    {
      key: 'actions',
      header: t('column.actions'),
      align: end,
      cell: ({ id }) => (
        <span className="flex items-center justify-end gap-s2 mobile:[&>*]:flex-1">
          <ReceiptButton id={id} />
          <Button size="small" className="whitespace-nowrap desktop:px-s3" onClick={() => onCancel(id)}>
            {t('action.cancel')}
          </Button>
        </span>
      ),
    },
  ];
}

const statusTones = { open: 'info', filled: 'accent', cancelled: 'neutral' } as const;

function useEndedColumns(): Column<SpotOrder>[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { instrument, quantity, turnover } = useCommonColumns();
  return [
    instrument,
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(`spotStatus.${status}`)}</Badge>,
    },
    {
      key: 'price',
      header: t('column.price'),
      align: end,
      cell: ({ filledPrice, price, priceScale }) => <PriceText value={filledPrice ?? price} scale={priceScale} />,
    },
    quantity,
    turnover,
    {
      key: 'fee',
      header: t('column.fee'),
      align: end,
      cell: ({ status, fee, feeAsset }) =>
        status === 'filled' ? (
          <bdi dir="ltr" className="whitespace-nowrap">
            {format.cost(fee, feeAsset)} {feeAsset}
          </bdi>
        ) : (
          absent
        ),
    },
    {
      key: 'profit',
      header: t('column.profit'),
      align: end,
      cell: ({ profit }) => (profit === null ? <span className="mobile:hidden">{absent}</span> : <Profit value={profit} />),
    },
    {
      key: 'ended',
      header: t('column.ended'),
      align: end,
      cell: ({ filledAt, cancelledAt }) => <TimeCell time={filledAt ?? cancelledAt} />,
    },
    { key: 'actions', header: t('column.actions'), align: end, cell: ({ id }) => <ReceiptButton id={id} /> },
  ];
}
