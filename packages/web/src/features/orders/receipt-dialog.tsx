import type { Receipt } from '@assay/contract/endpoints/order.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useAccountKey } from '../../shared/account.ts';
import { call } from '../../shared/api.ts';
import { decimalsOf, useFormat } from '../../shared/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { checkReceipt } from './check-receipt.ts';
import { useNames } from '../../shared/names.ts';

/** How an order came out, step by step, and whether this device finds the same. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('orders');
  const receipt = useQuery({
    queryKey: [...useAccountKey(), 'receipt', id],
    queryFn: ({ signal }) => call(calls.order.receipt, { id }, { signal }),
  });
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t('receipt.title')}
      {...(receipt.data === undefined ? {} : { description: <bdi dir="ltr">{receipt.data.terms['orderNo'] ?? ''}</bdi> })}
    >
      {receipt.data !== undefined ? (
        <Contents receipt={receipt.data} />
      ) : receipt.isError ? (
        <ErrorState error={receipt.error} onRetry={() => void receipt.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  );
}

function Contents({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  const names = useNames();
  return (
    <div className="flex flex-col gap-s6">
      <Verdict receipt={receipt} />
      <Part title={t('receipt.terms')} text={t('receipt.termsText')}>
        <dl className="grid grid-cols-2 gap-x-s6 gap-y-s2 desktop:grid-cols-3">
          {Object.entries(receipt.terms).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-caption text-muted">{names.term(name)}</dt>
              <dd className="break-words">
                <bdi dir="ltr" className="numbers">
                  {names.value(value)}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={t('receipt.quotes')} flush>
        <Quotes receipt={receipt} />
      </Part>
      <Part title={t('receipt.steps')}>
        <ol className="flex flex-col divide-y divide-line">
          {receipt.steps.map((step, index) => (
            <li key={index} className="flex flex-col gap-s1 py-s3 first:pt-0">
              <div className="flex items-baseline justify-between gap-s4">
                <span className="font-medium">{names.term(step.name)}</span>
                <bdi dir="ltr" className="numbers font-semibold">
                  {step.result}
                </bdi>
              </div>
              <bdi dir="ltr" className="text-caption text-muted rtl:text-end">
                {names.formula(step.formula)}
              </bdi>
              <bdi dir="ltr" className="numbers text-caption text-muted rtl:text-end">
                {Object.entries(step.numbers)
                  .map(([name, value]) => `${names.term(name)} ${value}`)
                  .join(' · ')}
              </bdi>
            </li>
          ))}
        </ol>
      </Part>
      <Part title={t('receipt.transfers')} flush>
        <Transfers receipt={receipt} />
      </Part>
    </div>
  );
}

/** The result computed again on this device. Nothing is claimed where that was not possible. */
function Verdict({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  const names = useNames();
  const check = useMemo(() => checkReceipt(receipt), [receipt]);
  if (check === null) return null;
  const right = check.differs.length === 0;
  const Icon = right ? CircleCheck : CircleAlert;
  return (
    <div
      role="status"
      className={`flex items-start gap-s3 rounded-middle border p-s4 ${right ? 'border-accent bg-accent-soft' : 'border-danger bg-danger-soft'}`}
    >
      <Icon aria-hidden className={`mt-[0.1em] size-icon shrink-0 ${right ? 'text-accent' : 'text-danger'}`} />
      <div>
        <p className="font-semibold">{t(right ? 'receipt.checked' : 'receipt.differs')}</p>
        <p className="text-caption text-muted">
          {right ? t('receipt.checkedText') : t('receipt.differsText', { names: check.differs.map(names.term).join(', ') })}
        </p>
      </div>
    </div>
  );
}

interface PartProps {
  title: string;
  text?: string;
  /** Takes the whole width: a table brings its own margins. */
  flush?: boolean;
  children: ReactNode;
}

function Part({ title, text, flush = false, children }: PartProps) {
  return (
    <section className="flex flex-col gap-s3">
      <div>
        <h3 className="font-semibold">{title}</h3>
        {text === undefined ? null : <p className="text-caption text-muted">{text}</p>}
      </div>
      {flush ? <div className="-mx-s5 text-caption">{children}</div> : children}
    </section>
  );
}

function Quotes({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  const names = useNames();
  const format = useFormat();
  const scale = Math.max(0, ...receipt.quotes.flatMap(({ bid, ask }) => [decimalsOf(bid), decimalsOf(ask)]));
  const price = (text: string) => <bdi dir="ltr">{format.price(text, scale)}</bdi>;
  return (
    <DataTable
      label={t('receipt.quotes')}
      rows={receipt.quotes}
      rowKey={({ moment, time }) => `${moment} ${time}`}
      columns={[
        { key: 'moment', header: t('receipt.moment'), cell: ({ moment }) => names.moment(moment) },
        { key: 'time', header: t('receipt.time'), cell: ({ time }) => <bdi className="whitespace-nowrap">{format.dateTime(time)}</bdi> },
        { key: 'bid', header: t('receipt.bid'), align: 'end', cell: ({ bid }) => price(bid) },
        { key: 'ask', header: t('receipt.ask'), align: 'end', cell: ({ ask }) => price(ask) },
        { key: 'source', header: t('receipt.source'), align: 'end', cell: ({ source }) => <bdi className="whitespace-nowrap">{source.split(' ').map(names.value).join(' ')}</bdi> },
      ]}
    />
  );
}

function Transfers({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  const names = useNames();
  const format = useFormat();
  return (
    <DataTable
      label={t('receipt.transfers')}
      rows={receipt.transfers.map((transfer, index) => ({ ...transfer, key: String(index) }))}
      rowKey={({ key }) => key}
      columns={[
        { key: 'time', header: t('receipt.time'), cell: ({ time }) => <bdi className="whitespace-nowrap">{format.dayTime(time)}</bdi> },
        { key: 'reason', header: t('receipt.reason'), cell: ({ reason }) => names.movement(reason) },
        { key: 'from', header: t('receipt.from'), cell: ({ from }) => names.account(from) },
        { key: 'to', header: t('receipt.to'), cell: ({ to }) => names.account(to) },
        {
          key: 'amount',
          header: t('receipt.amount'),
          align: 'end',
          cell: ({ amount, asset }) => (
            <bdi dir="ltr" className="whitespace-nowrap">
              {amount} {asset}
            </bdi>
          ),
        },
      ]}
    />
  );
}
