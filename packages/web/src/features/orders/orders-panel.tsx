import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLivingOrders } from '../../shared/account.ts';
import { useSession } from '../../shared/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LivingTab } from './living-tab.tsx';

type Tab = 'positions' | 'waiting' | 'history';

/** Positions, open orders and history of contracts; with a code those of one instrument, unless all are asked for. */
export function OrdersPanel({ code }: { code?: string }) {
  const { t } = useTranslation('orders');
  const { pathname, search } = useLocation();
  const signedIn = useSession((session) => session.isLogin);
  const [tab, setTab] = useState<Tab>('positions');
  const [narrow, setNarrow] = useState(false);
  const only = narrow && code !== undefined ? { code } : {};
  if (!signedIn) {
    return (
      <EmptyState
        kind="nothing"
        title={t('signedOut')}
        action={
          <ButtonLink to="/pass/login" state={{ from: pathname + search }} look="primary">
            {t('signIn')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="relative">
      <Tabs<Tab>
        label={t('tabs')}
        value={tab}
        onChange={setTab}
        className="[&>[role=tablist]]:px-s5 mobile:[&>[role=tablist]]:px-side"
        items={[
          { value: 'positions', label: <Counted kind="open" {...only} />, content: <LivingTab kind="open" {...only} /> },
          { value: 'waiting', label: <Counted kind="awaiting" {...only} />, content: <LivingTab kind="awaiting" {...only} /> },
          { value: 'history', label: t('history'), content: <HistoryTab {...only} /> },
        ]}
      />
      {code === undefined ? null : (
        <Chip
          chosen={narrow}
          onClick={() => setNarrow(!narrow)}
          className="absolute end-s4 top-s1 mobile:static mobile:mx-side mobile:my-s3"
        >
          {t('filter.thisInstrument', { code })}
        </Chip>
      )}
    </div>
  );
}

function Counted({ kind, code }: { kind: 'open' | 'awaiting'; code?: string }) {
  const { t } = useTranslation('orders');
  const count = useLivingOrders(kind, code).data?.items.length ?? 0;
  return (
    <span className="inline-flex items-center gap-s2">
      {t(kind === 'open' ? 'positions' : 'waiting')}
      {count === 0 ? null : <bdi className="numbers rounded-small bg-surface-3 px-s2 text-caption text-text">{count}</bdi>}
    </span>
  );
}
