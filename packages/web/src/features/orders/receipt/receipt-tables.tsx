import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { useTranslation } from 'react-i18next';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { useNames } from '../../../shared/words/names.ts';
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
  const { t } = useTranslation('orders');
  const names = useNames();
  const format = useFormat();
  const price = (text: string) => <bdi dir="ltr">{format.price(text, scale)}</bdi>;
  return [
    { key: 'moment', header: t('receipt.moment'), cell: ({ moment }) => names.moment(moment) },
    {
      key: 'time',
      header: t('receipt.time'),
      cell: ({ time }) => <bdi className="whitespace-nowrap">{format.moment(time)}</bdi>,
    },
    { key: 'bid', header: t('receipt.bid'), align: 'end', cell: ({ bid }) => price(bid) },
    { key: 'ask', header: t('receipt.ask'), align: 'end', cell: ({ ask }) => price(ask) },
    {
      key: 'source',
      header: t('receipt.source'),
      align: 'end',
      cell: ({ source }) => <bdi className="whitespace-nowrap">{source.split(' ').map(names.value).join(' ')}</bdi>,
    },
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
  const { t } = useTranslation('orders');
  const names = useNames();
  const format = useFormat();
  return [
    {
      key: 'time',
      header: t('receipt.time'),
      cell: ({ time }) => <bdi className="whitespace-nowrap">{format.moment(time)}</bdi>,
    },
    { key: 'reason', header: t('receipt.reason'), cell: ({ reason }) => names.movement(reason) },
    { key: 'from', header: t('receipt.from'), cell: ({ from }) => names.account(from) },
    { key: 'to', header: t('receipt.to'), cell: ({ to }) => names.account(to) },
    {
      key: 'amount',
      header: t('receipt.amount'),
      align: 'end',
      cell: ({ amount, asset }) => (
        <bdi dir="ltr" className="whitespace-nowrap">
          {format.exactAmount(amount, asset)} {asset}
        </bdi>
      ),
    },
  ];
}
