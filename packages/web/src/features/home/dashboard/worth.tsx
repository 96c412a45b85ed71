import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../../../shared/client/session.ts';
import { useTotals } from '../../../shared/trading/account.ts';
import { gainTone } from '../../../shared/trading/tones.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';

/** What the account is worth at this moment, what the day has brought, and its course. */
export function Worth({ Course, actions }: { Course: ComponentType<{ hidden: boolean }>; actions: ReactNode }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const userName = useSession((session) => session.userInfo?.userName ?? '');
  const book = useBook();
  const totals = useTotals();
  // What is borrowed is available, and no part of the equity.
  const owes = Number(totals.data?.loans ?? '0') > 0;
  return (
    <Panel className="flex flex-col gap-s5 p-s5">
      <div className="flex flex-wrap items-start justify-between gap-x-s6 gap-y-s4">
        <div className="flex min-w-0 flex-col gap-s1">
          <p className="flex flex-wrap items-center gap-s3 text-muted">
            <span>{t('dashboard:equity')}</span>
            <Badge tone={book === 'demo' ? 'info' : 'accent'}>{t(`common:account.${book}`)}</Badge>
            <bdi className="truncate">{userName}</bdi>
          </p>
          {totals.data === undefined && totals.isError ? (
            <ErrorState error={totals.error} onRetry={() => void totals.refetch()} />
          ) : (
            <Equity value={totals.data?.equity} />
          )}
        </div>
        {actions}
      </div>
      <dl className={cx('grid gap-s4 border-y border-line py-s4', owes ? 'grid-cols-4 mobile:grid-cols-2' : 'grid-cols-3')}>
        <Figure name={t('dashboard:today')} value={totals.data?.todayProfit} signed />
        <Figure name={t('dashboard:open')} value={totals.data?.unrealisedProfit} signed />
        <Figure name={t('dashboard:free')} value={totals.data?.available} />
        {owes ? <Figure name={t('dashboard:owed')} value={`-${totals.data?.loans}`} /> : null}
      </dl>
      <Course hidden={false} />
    </Panel>
  );
}

function Equity({ value }: { value: string | undefined }) {
  const format = useFormat();
  if (value === undefined) return <Skeleton className="h-[1.12em] w-[6em] text-hero" />;
  return (
    <p className="numbers text-hero leading-none font-semibold tracking-[-0.025em]">
      <bdi dir="ltr">
        {format.amount(value)} <span className="text-emphasis font-medium tracking-normal text-muted">USDT</span>
      </bdi>
    </p>
  );
}

function Figure({ name, value, signed = false }: { name: string; value: string | undefined; signed?: boolean }) {
  const format = useFormat();
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="numbers text-emphasis font-semibold">
        {value === undefined ? (
          <Skeleton className="h-[1.4em] w-[4em]" />
        ) : (
          <bdi dir="ltr" className={signed ? gainTone(value) : ''}>
            {signed ? format.result(value) : format.amount(value)}
          </bdi>
        )}
      </dd>
    </div>
  );
}
