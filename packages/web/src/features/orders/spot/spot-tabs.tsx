import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { SpotStatus } from '@assay/contract/vocabulary/statuses.ts';
import { ReceiptText, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenSpotOrders, useSpotHistory } from '../../../shared/trading/order-lists.ts';
import { useOrderView } from '../../../shared/trading/order-view.ts';
import { allDates, spanOf } from '../../../shared/trading/results/dates.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { isMobile } from '../../../ui/device.ts';
import { lazyPage } from '../../../ui/lazy-page.ts';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { LivePrice, PriceText, Profit, ReceiptButton, TimeCell } from '../cells.tsx';
import { HistoryList } from '../history-list.tsx';
import { LivingList, type Narrowing } from '../living-list.tsx';
import { CancelAllDialog } from './cancel-all-dialog.tsx';
import { CancelSpotDialog } from './cancel-spot-dialog.tsx';
import { Levels, SpotCell } from './spot-cell.tsx';

// Seldom opened, and each with the rules that it is judged by.
const AmendSpotDialog = lazyPage(() => import('./amend-spot-dialog.tsx').then((part) => part.AmendSpotDialog));
const ProtectDialog = lazyPage(() => import('./protect-dialog.tsx').then((part) => part.ProtectDialog));

const end = 'end' as const;

/** Orders that wait; each can be changed and withdrawn, and all at once. */
export function WaitingSpotTab({ code, onShowAll }: Narrowing) {
  const { t } = useTranslation('orders');
  const list = useOpenSpotOrders(code);
  const waiting = useTranslation('waiting').t;
  const [asked, setAsked] = useState<{ readonly id: string; readonly act: 'amend' | 'cancel' } | null>(null);
  const [all, setAll] = useState(false);
  // An order that fills while the dialog is open leaves the list and closes the dialog for good.
  const orders = list.data?.items ?? [];
  const subject = orders.find(({ id }) => id === asked?.id);
  if (asked !== null && subject === undefined) setAsked(null);
  if (all && orders.length === 0) setAll(false);
  const close = () => setAsked(null);
  return (
    <>
      {orders.length < 2 ? null : (
        <div className="flex justify-end px-s5 pt-s3 mobile:px-side">
          <Button size="small" onClick={() => setAll(true)}>
            {waiting('all.action')}
          </Button>
        </div>
      )}
      <LivingList
        label={t('waiting')}
        list={list}
        columns={useWaitingColumns(setAsked)}
        empty={{ title: t('empty.waiting'), text: t('empty.waitingText') }}
        {...(code === undefined ? {} : { code })}
        onShowAll={onShowAll}
      />
      <Suspense fallback={null}>
        {subject === undefined ? null : asked?.act === 'amend' ? (
          <AmendSpotDialog order={subject} onDone={close} />
        ) : (
          <CancelSpotDialog order={subject} onDone={close} />
        )}
        {all ? <CancelAllDialog orders={orders} code={code} onDone={() => setAll(false)} /> : null}
      </Suspense>
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
  const [bought, setBought] = useState<SpotOrder | null>(null);
  const columns = useEndedColumns(setBought);
  return (
    <>
      <HistoryList
        statuses={ended.map((value) => ({ value, label: t(`spotStatus.${value}`) }))}
        only={only}
        onOnly={setOnly}
        list={useSpotHistory(only === null ? ended : [only], code, spanOf(dates))}
        columns={columns}
        product="spot"
        code={code}
        dates={dates}
        onDates={setDates}
        onShowAll={onShowAll}
      />
      {bought === null ? null : (
        <Suspense fallback={null}>
          <ProtectDialog order={bought} onDone={() => setBought(null)} />
        </Suspense>
      )}
    </>
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

function useWaitingColumns(
  onAsk: (asked: { readonly id: string; readonly act: 'amend' | 'cancel' }) => void,
): Column<SpotOrder>[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { instrument, quantity, turnover } = useCommonColumns();
  // The two prices of a pair say what it is, and leave a row no room to say it twice.
  const isBrief = ({ type }: SpotOrder) => !isMobile && type === 'oco';
  return [
    { ...instrument, cell: (order) => <SpotCell order={order} brief={isBrief(order)} /> },
    {
      key: 'limit',
      header: t('column.limit'),
      align: end,
      wide: true,
      cell: (order) => <Levels order={order} />,
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
    {
      key: 'placed',
      header: t('column.placed'),
      align: end,
      wide: true,
      cell: ({ createdAt, expiresAt }) => (
        <span className="inline-flex flex-col items-end mobile:items-start">
          <TimeCell time={createdAt} />
          {expiresAt === null ? null : <EndsAt time={expiresAt} />}
        </span>
      ),
    },
    {
      key: 'actions',
      header: t('column.actions'),
      align: end,
      stays: true,
      cell: ({ id }) => <Actions id={id} onAsk={(act) => onAsk({ id, act })} />,
    },
  ];
}

/** Beside other acts, which leave a row of a desktop no room for its name. */
function OpenReceipt({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const openReceipt = useOrderView((view) => view.openReceipt);
  if (isMobile) return <ReceiptButton id={id} />;
  return (
    <IconButton label={t('action.receipt')} className="size-control-small dense:w-[25px]!" onClick={() => openReceipt(id)}>
      <ReceiptText aria-hidden />
    </IconButton>
  );
}

/** All that can be done with an order: icons in a row of a desktop, words on a phone's card. */
function Actions({ id, onAsk }: { id: string; onAsk(act: 'amend' | 'cancel'): void }) {
  const { t } = useTranslation('orders');
  return (
    <span className="flex items-center justify-end gap-[2px] mobile:gap-s2 mobile:[&>*]:flex-1">
      <OpenReceipt id={id} />
      {isMobile ? (
        <Button size="small" className="whitespace-nowrap" onClick={() => onAsk('amend')}>
          {t('action.edit')}
        </Button>
      ) : (
        <IconButton label={t('action.edit')} className="size-control-small dense:w-[25px]!" onClick={() => onAsk('amend')}>
          <SlidersHorizontal aria-hidden />
        </IconButton>
      )}
      <Button size="small" className="whitespace-nowrap desktop:ms-s1 desktop:px-s3" onClick={() => onAsk('cancel')}>
        {t('action.cancel')}
      </Button>
    </span>
  );
}

/** Until when an order waits. */
function EndsAt({ time }: { time: string }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  return (
    <span className="text-caption text-muted">
      {t('until.at')} <bdi className="whitespace-nowrap">{format.dateTime(time)}</bdi>
    </span>
  );
}

const statusTones = { open: 'info', filled: 'accent', cancelled: 'neutral' } as const;

function useEndedColumns(onProtect: (bought: SpotOrder) => void): Column<SpotOrder>[] {
  const { t } = useTranslation('orders');
  const waiting = useTranslation('waiting').t;
  const format = useFormat();
  const { instrument, quantity, turnover } = useCommonColumns();
  return [
    instrument,
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, reason }) => (
        <Badge tone={statusTones[status]}>
          {reason === null || reason === 'cancelled' ? t(`spotStatus.${status}`) : t(`reason.${reason}`)}
        </Badge>
      ),
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
    {
      key: 'actions',
      header: t('column.actions'),
      align: end,
      cell: (order) => (
        <span className="flex items-center justify-end gap-s2 mobile:[&>*]:flex-1">
          {order.side === 'buy' && order.status === 'filled' ? (
            <Button size="small" className="whitespace-nowrap desktop:px-s3" onClick={() => onProtect(order)}>
              {waiting('protect.action')}
            </Button>
          ) : null}
          <OpenReceipt id={order.id} />
        </span>
      ),
    },
  ];
}
