import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Share2 } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { commaOf } from '../../shared/words/marks.ts';
import { useNames } from '../../shared/words/names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { checkReceipt } from './receipt/check-receipt.ts';
import { Quotes, Transfers } from './receipt/receipt-tables.tsx';

const ShareDialog = lazyPage(() => import('./receipt/share-dialog.tsx').then((part) => part.ShareDialog));

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
        <>
          {hasEnded(receipt.data) ? <ShareButton id={id} /> : null}
          <ReceiptContents receipt={receipt.data} />
        </>
      ) : receipt.isError ? (
        <ErrorState error={receipt.error} onRetry={() => void receipt.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  );
}

/** What has a result, and so can be shown to others; coins have none of their own. */
function hasEnded({ kind, steps }: Receipt): boolean {
  const last = { contract: 'profit', option: 'outcome', plan: 'dailyIncome', spot: undefined }[kind];
  return steps.some(({ name }) => name === last);
}

function ShareButton({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onPointerEnter={ShareDialog.preload} onClick={() => setOpen(true)} className="mb-s5">
        <Share2 aria-hidden className="size-[1.1em]" />
        {t('receipt.share')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export function ReceiptContents({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('orders');
  const names = useNames();
  // The order's number is in the heading already.
  const { orderNo: _, ...terms } = receipt.terms;
  return (
    <div className="flex flex-col gap-s6">
      <Verdict receipt={receipt} />
      <Part title={t('receipt.terms')} text={t('receipt.termsText')}>
        <dl className="grid grid-cols-2 gap-x-s6 gap-y-s2 desktop:grid-cols-3">
          {Object.entries(terms).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-caption text-muted">{names.term(name)}</dt>
              <dd className="break-words">
                <bdi dir="auto" className="numbers">
                  {names.figure(name, value)}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      {/* No price decides about a yield plan. */}
      {receipt.quotes.length === 0 ? null : (
        <Part title={t('receipt.quotes')} flush>
          <Quotes receipt={receipt} />
        </Part>
      )}
      {receipt.steps.length === 0 ? null : (
        <Part
          title={t('receipt.steps')}
          {...(receipt.closeReason && { text: t('receipt.ended', { reason: t(`reason.${receipt.closeReason}`) }) })}
        >
          <ol className="flex flex-col divide-y divide-line">
            {receipt.steps.map((step, index) => (
              <li key={index} className="flex flex-col gap-s1 py-s3 first:pt-0">
                <div className="flex items-baseline justify-between gap-s4">
                  <span className="font-medium">{names.term(step.name)}</span>
                  <bdi dir="auto" className="numbers font-semibold">
                    {names.figure(step.name, step.result)}
                  </bdi>
                </div>
                {/* A formula in words reads in the direction of its words; its figures from left to right, a date as its language does. */}
                <span className="text-caption text-muted">{names.formula(step.formula)}</span>
                <span className="numbers text-caption text-muted">
                  {Object.entries(step.numbers).map(([name, value], place) => (
                    <Fragment key={name}>
                      {place === 0 ? '' : ' · '}
                      <bdi>{names.term(name)}</bdi> <bdi dir="auto">{names.figure(name, value)}</bdi>
                    </Fragment>
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </Part>
      )}
      {receipt.transfers.length === 0 ? null : (
        <Part title={t('receipt.transfers')} flush>
          <Transfers receipt={receipt} />
        </Part>
      )}
    </div>
  );
}

/** The result computed again on this device. Nothing is claimed where that was not possible. */
function Verdict({ receipt }: { receipt: Receipt }) {
  const { t, i18n } = useTranslation('orders');
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
          {right
            ? t('receipt.checkedText')
            : t('receipt.differsText', { names: check.differs.map(names.term).join(commaOf(i18n.language)) })}
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
