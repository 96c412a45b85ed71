import { type Amount, formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { Landmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCoverage } from '../../shared/trading/plan-products.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

/** The public view of what the incomes are paid from: how much is promised already, and how much can still be. */
export function Treasury() {
  const { t } = useTranslation('trading');
  const { data, error, isError, refetch } = useCoverage();
  return (
    <Panel className="grid items-center gap-x-s7 gap-y-s5 p-s5 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex items-start gap-s4">
        <span className="inline-flex shrink-0 rounded-large bg-accent-soft p-s3 text-accent">
          <Landmark aria-hidden strokeWidth={1.5} className="size-icon-large" />
        </span>
        <div className="flex flex-col gap-s1">
          <h2 className="text-emphasis font-semibold">{t('treasury.title')}</h2>
          <p className="text-caption text-muted">{t('treasury.text')}</p>
        </div>
      </div>
      {data !== undefined ? (
        <Funds {...data} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-[0.9rem] min-h-[64px]" />
      )}
    </Panel>
  );
}

/** Free and committed as one line of two parts. */
function Funds({ free, committed }: { free: Amount; committed: Amount }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const whole = Number(sum(free, committed));
  const share = whole === 0 ? 0 : (Number(committed) / whole) * 100;
  const money = (value: Amount) => `${format.amount(formatAmount(value, usdt))} USDT`;
  return (
    <div className="flex flex-col gap-s3">
      <div aria-hidden className="flex h-[8px] gap-[2px] overflow-hidden rounded-small bg-surface-3">
        {committed === 0n ? null : <span className="min-w-[4px] rounded-small bg-line-strong" style={{ width: `${share}%` }} />}
        {free === 0n ? null : <span className="flex-1 rounded-small bg-accent-fill" />}
      </div>
      <dl className="flex flex-wrap justify-between gap-x-s6 gap-y-s3">
        <Fund dot="bg-line-strong" name={t('treasury.committed')} value={money(committed)} text={t('treasury.committedText')} />
        <Fund dot="bg-accent-fill" name={t('treasury.free')} value={money(free)} text={t('treasury.freeText')} />
      </dl>
    </div>
  );
}

function Fund({ dot, name, value, text }: { dot: string; name: string; value: string; text: string }) {
  return (
    <div className="flex flex-col">
      <dt className="flex items-center gap-s2 text-caption text-muted">
        <span aria-hidden className={`size-[8px] rounded-large ${dot}`} />
        {name}
      </dt>
      <dd>
        <bdi dir="ltr" className="numbers text-emphasis font-semibold">
          {value}
        </bdi>
        <span className="block text-caption text-muted">{text}</span>
      </dd>
    </div>
  );
}

const rules = ['fixed', 'daily', 'exit', 'one', 'end'] as const;

/** The rules of all plans in plain words. */
export function HowItWorks() {
  const { t } = useTranslation('trading');
  return (
    <Panel title={t('rules.title')}>
      <ol className="grid gap-x-s6 gap-y-s4 p-s5 desktop:wide:grid-cols-5">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-s3 desktop:wide:flex-col">
            <span aria-hidden className="numbers font-semibold text-accent">
              {index + 1}
            </span>
            <p className="text-caption">
              <span className="block font-semibold">{t(`rules.${rule}.title`)}</span>
              <span className="text-muted">{t(`rules.${rule}.text`)}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-s5 py-s3 text-caption text-muted">{t('notAdvice')}</p>
    </Panel>
  );
}
