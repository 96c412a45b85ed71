import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { type Step, StatusBadge, Timeline } from './status.tsx';

interface RecordCardProps {
  id: string;
  amount: string;
  coin: string;
  createdAt: string;
  status: Step['status'];
  history: readonly Step[];
  /** What is known of it, each with its name. */
  facts: readonly { name: string; value: ReactNode }[];
  /** What can still be done about it. */
  action?: ReactNode;
}

/** A deposit or withdrawal: amount and status at a glance, everything else when it is opened. */
export function RecordCard({ id, amount, coin, createdAt, status, history, facts, action }: RecordCardProps) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  // Records in progress are open from the start, since their progress is what matters.
  const [open, setOpen] = useState(status === 'pendingReview' || status === 'approved');
  return (
    <li className="flex flex-col">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={`record-${id}`}
        onClick={() => setOpen(!open)}
        className="flex min-h-control w-full flex-wrap items-center gap-x-s4 gap-y-s1 px-s5 py-s3 text-start transition-quick hover:bg-surface-2 focus-visible:-outline-offset-2 mobile:px-side"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <bdi dir="ltr" className="numbers font-semibold rtl:text-end">
            {format.amount(amount, coin)} {coin}
          </bdi>
          <bdi className="numbers text-caption text-muted">{format.dateTime(createdAt)}</bdi>
        </span>
        <StatusBadge status={status} />
        <ChevronDown aria-hidden className={cx('size-icon shrink-0 text-muted transition-quick', open && 'rotate-180')} />
        <span className="sr-only">{t('record.details')}</span>
      </button>
      {open ? (
        <div id={`record-${id}`} className="grid gap-x-s7 gap-y-s4 px-s5 pb-s5 mobile:px-side desktop:wide:grid-cols-2">
          <dl className="flex flex-col gap-s2 text-caption">
            {facts.map(({ name, value }) => (
              <div
                key={name}
                className="grid grid-cols-[max(1.4rem,96px)_minmax(0,1fr)] gap-s4 mobile:grid-cols-[112px_minmax(0,1fr)] mobile:gap-s3"
              >
                <dt className="text-muted">{name}</dt>
                <dd className="numbers wrap-anywhere rtl:text-right">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-col gap-s4">
            <Timeline history={history} />
            {action}
          </div>
        </div>
      ) : null}
    </li>
  );
}
