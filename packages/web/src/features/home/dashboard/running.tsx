import type { Option, SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Sprout, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useBook } from '../../../shared/client/session.ts';
import { Countdown, TimeBar } from '../../../shared/feed/countdown.tsx';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useAccountKey } from '../../../shared/trading/account.ts';
import { standingOf } from '../../../shared/trading/option-standing.ts';
import { useOpenOptions } from '../../../shared/trading/order-lists.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { nextIncome, soonest } from './soonest.ts';

/** What comes by itself: the option that ends first, and the plan that pays next. Without either nothing is shown here. */
export function Running() {
  const { data: options } = useOpenOptions();
  const { data: plans } = useEarningPlans();
  const option = soonest(options?.items ?? [], ({ expiresAt }) => expiresAt);
  const plan = nextIncome(plans?.items ?? []);
  return (
    <>
      {option === null ? null : <RunningOption option={option} others={(options?.items.length ?? 1) - 1} />}
      {plan === null ? null : <NextIncome plan={plan} />}
    </>
  );
}

const plansMax = 100;

/** Plans are of the real account alone. */
function useEarningPlans() {
  const book = useBook();
  return useQuery({
    queryKey: [...useAccountKey(), 'plans', 'earning'],
    queryFn: ({ signal }) => call(calls.order.listSmartOrder, { status: 'inIncome', limit: plansMax }, { signal }),
    enabled: book === 'real',
  });
}

function Coming({ icon, to, title, children }: { icon: ReactNode; to: string; title: ReactNode; children: ReactNode }) {
  return (
    <Panel>
      <Link to={to} className="flex flex-col gap-s3 rounded-large p-s5 transition-quick hover:bg-surface-2">
        <span className="flex items-center gap-s3 text-muted [&>svg]:size-icon [&>svg]:text-accent">
          {icon}
          {title}
        </span>
        {children}
      </Link>
    </Panel>
  );
}

const tones = { ahead: 'gain', behind: 'loss', level: 'neutral' } as const;

function RunningOption({ option, others }: { option: Option; others: number }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { code, direction, amount, openedAt, expiresAt } = option;
  const standing = standingOf(option, useQuote(code)?.price ?? option.lastPrice);
  return (
    <Coming
      icon={<Timer aria-hidden />}
      to={`/cruuency?${new URLSearchParams({ code })}`}
      title={others > 0 ? t('running.optionAndMore', { count: others }) : t('running.option')}
    >
      <span className="flex items-center justify-between gap-s4">
        <span className="flex min-w-0 flex-col">
          <bdi dir="ltr" className="truncate font-semibold rtl:text-end">
            {code} {direction === 'up' ? '↑' : '↓'}
          </bdi>
          <bdi dir="ltr" className="text-caption text-muted rtl:text-end">
            {format.amount(amount)} USDT
          </bdi>
        </span>
        <span className="flex flex-col items-end gap-s1">
          <span className="numbers text-title font-semibold">
            <Countdown from={openedAt} until={expiresAt} over={t('running.settling')} />
          </span>
          {standing === null ? null : <Badge tone={tones[standing]}>{t(`running.${standing}`)}</Badge>}
        </span>
      </span>
      <TimeBar from={openedAt} until={expiresAt} label={t('running.left')} />
    </Coming>
  );
}

function NextIncome({ plan }: { plan: SmartOrder & { readonly nextIncomeAt: string } }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return (
    <Coming icon={<Sprout aria-hidden />} to="/trading" title={t('running.income')}>
      <span className="flex items-center justify-between gap-s4">
        <span className="flex min-w-0 flex-col">
          <bdi className="truncate font-semibold">{plan.product}</bdi>
          <bdi dir="ltr" className="text-caption text-muted rtl:text-end">
            {t('running.soFar', { amount: format.amount(plan.cumulativeIncome) })}
          </bdi>
        </span>
        <span className="numbers text-title font-semibold" title={format.dateTime(plan.nextIncomeAt)}>
          <Countdown until={plan.nextIncomeAt} over={t('running.due')} />
        </span>
      </span>
    </Coming>
  );
}
