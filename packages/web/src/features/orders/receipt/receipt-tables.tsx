import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { colonOf } from '../../../shared/words/marks.ts';
import { useNames } from '../../../shared/words/names.ts';
import { cx } from '../../../ui/cx.ts';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';

type Quote = Receipt['quotes'][number];
type Transfer = Receipt['transfers'][number] & { readonly key: string };

/** The recorded quotes that decided about an order. */
export function Quotes({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  const scale = Math.max(0, ...receipt.quotes.flatMap(({ bid, ask }) => [decimalsOf(bid), decimalsOf(ask)]));
  return (
    <DataTable
      label={t('receipt.quotes')}
      rows={receipt.quotes}
      rowKey={({ moment, time }) => `${moment} ${time}`}
      columns={useQuoteColumns(scale)}
    />
  );
}

function useQuoteColumns(scale: number): Column<Quote>[] {
  const { t, i18n } = useTranslation('orders');
  // A whole Chinese date is two pixels wider than a phone has for it.
  const narrow = i18n.language.startsWith('zh') ? { letterSpacing: '-0.03em' } : {};
  const names = useNames();
  const format = useFormat();
  const price = (text: string) => <bdi dir="ltr">{format.price(text, scale)}</bdi>;
  const origin = ({ source }: Quote) => <bdi className="whitespace-nowrap">{source.split(' ').map(names.value).join(' ')}</bdi>;
  return [
    {
      key: 'moment',
      header: t('receipt.moment'),
      cell: (quote) => <Stacked below={origin(quote)}>{names.moment(quote.moment)}</Stacked>,
    },
    {
      key: 'time',
      header: t('receipt.time'),
      cell: ({ time }) => (
        <bdi style={{ wordBreak: 'keep-all', ...narrow }} className="desktop:whitespace-nowrap">
          {format.moment(time)}
        </bdi>
      ),
    },
    // Never the first or last column: those keep the table's margin at the edge, and a phone leaves this one out.
    { key: 'source', header: t('receipt.source'), desktopOnly: true, cell: origin },
    { key: 'bid', header: t('receipt.bid'), align: 'end', cell: ({ bid }) => price(bid) },
    { key: 'ask', header: t('receipt.ask'), align: 'end', cell: ({ ask }) => price(ask) },
  ];
}

/** What the order moved in the ledger, in the order in which it was booked. */
export function Transfers({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  return (
    <DataTable
      label={t('receipt.transfers')}
      rows={receipt.transfers.map((transfer, index) => ({ ...transfer, key: String(index) }))}
      rowKey={({ key }) => key}
      columns={useTransferColumns()}
    />
  );
}

function useTransferColumns(): Column<Transfer>[] {
  const { t, i18n } = useTranslation('orders');
  const colon = colonOf(i18n.language);
  const names = useNames();
  const format = useFormat();
  const when = ({ time }: Transfer) => <bdi className="whitespace-nowrap">{format.moment(time)}</bdi>;
  const way = ({ from, to }: Transfer) =>
    [`${t('receipt.from')}${colon}${names.account(from)}`, `${t('receipt.to')}${colon}${names.account(to)}`].map((line) => (
      <bdi key={line}>{line}</bdi>
    ));
  return [
    {
      key: 'reason',
      header: t('receipt.reason'),
      cell: (transfer) => <Stacked below={way(transfer)}>{names.movement(transfer.reason)}</Stacked>,
    },
    { key: 'time', header: t('receipt.time'), desktopOnly: true, cell: when },
    { key: 'from', header: t('receipt.from'), desktopOnly: true, cell: ({ from }) => names.account(from) },
    { key: 'to', header: t('receipt.to'), desktopOnly: true, cell: ({ to }) => names.account(to) },
    {
      key: 'amount',
      header: t('receipt.amount'),
      align: 'end',
      cell: (transfer) => (
        <Stacked atEnd below={when(transfer)}>
          <bdi dir="ltr" className="whitespace-nowrap">
            {format.exactAmount(transfer.amount, transfer.asset)} {transfer.asset}
          </bdi>
        </Stacked>
      ),
    },
  ];
}

/** On a phone, which has no room for them, cells with columns of their own are below. */
function Stacked({ atEnd = false, below, children }: { atEnd?: boolean; below: ReactNode; children: ReactNode }) {
  // A figure that reads from left to right would end elsewhere than its column on a page that does not.
  const end = atEnd && 'items-end';
  return (
    <span className={cx('flex flex-col', end)}>
      {children}
      <span className={cx('flex flex-col text-muted desktop:hidden', end)}>{below}</span>
    </span>
  );
}
