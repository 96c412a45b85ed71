import { type PlanStatus, planStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { useTotals } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { StatusList, itemsOf } from '../../../ui/lists/paged-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { mayLeave } from '../preview.ts';
import { usePlans } from '../use-plans.ts';
import { ExitDialog } from './exit-dialog.tsx';
import { PlanCard } from './plan-card.tsx';

type Task = { readonly kind: 'exit' | 'receipt'; readonly id: string };

/** The person's plans by status, each with what it has paid, what it pays next, and what leaving it would return. */
export function MyPlans({ Receipt }: { Receipt: ComponentType<{ id: string; onClose(): void }> }) {
  const { t } = useTranslation(['trading', 'common']);
  const signedIn = useSession((session) => session.isLogin);
  return (
    <Panel
      title={t('mine.title')}
      action={signedIn ? <Sums /> : null}
      className="mobile:-mx-side mobile:rounded-none mobile:border-x-0"
    >
      {signedIn ? (
        <Plans Receipt={Receipt} />
      ) : (
        <EmptyState
          kind="nothing"
          title={t('mine.signedOut')}
          action={
            <ButtonLink to="/pass/login" state={{ from: '/trading' }}>
              {t('common:nav.login')}
            </ButtonLink>
          }
        />
      )}
    </Panel>
  );
}

/** What is bound in plans, and what they have brought so far. */
function Sums() {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const sums = useTotals().data?.products.find(({ product }) => product === 'plan');
  if (sums === undefined) return null;
  return (
    <dl className="flex flex-wrap justify-end gap-x-s5 text-end text-caption">
      <div>
        <dt className="text-muted">{t('mine.bound')}</dt>
        <dd>
          <bdi dir="ltr" className="numbers font-semibold">{`${format.amount(sums.held)} USDT`}</bdi>
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('mine.result')}</dt>
        <dd>
          <bdi dir="ltr" className="numbers font-semibold">{`${format.result(sums.realised)} USDT`}</bdi>
        </dd>
      </div>
    </dl>
  );
}

function Plans({ Receipt }: { Receipt: ComponentType<{ id: string; onClose(): void }> }) {
  const { t } = useTranslation('trading');
  const [only, setOnly] = useState<PlanStatus | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const list = usePlans(only);
  // A plan that has ended while its dialog was open leaves nothing to decide, and no other list brings the dialog back.
  const leaving =
    task?.kind === 'exit' ? itemsOf(list).find(({ id, status }) => id === task.id && mayLeave(status)) : undefined;
  if (task?.kind === 'exit' && leaving === undefined) setTask(null);
  return (
    <>
      <StatusList
        list={list}
        statuses={planStatuses}
        only={only}
        onOnly={setOnly}
        picture="matured"
        words={{
          filter: t('mine.filter'),
          all: t('mine.all'),
          status: (status) => t(`status.${status}`),
          emptyTitle: t('mine.emptyTitle'),
          emptyText: t('mine.emptyText'),
          noMatch: t('mine.noMatch'),
          showAll: t('mine.showAll'),
          more: t('mine.more'),
        }}
      >
        {(items) => (
          <ul aria-label={t('mine.title')} className="grid gap-s4 px-s5 pb-s5 mobile:px-side desktop:wide:grid-cols-2">
            {items.map((plan) => (
              <PlanCard key={plan.id} plan={plan} onTask={(kind) => setTask({ kind, id: plan.id })} />
            ))}
          </ul>
        )}
      </StatusList>
      {leaving === undefined ? null : <ExitDialog plan={leaving} onDone={() => setTask(null)} />}
      {/* Its words come at the press, and the plans stay meanwhile. */}
      <Suspense fallback={null}>
        {task?.kind === 'receipt' ? <Receipt id={task.id} onClose={() => setTask(null)} /> : null}
      </Suspense>
    </>
  );
}
