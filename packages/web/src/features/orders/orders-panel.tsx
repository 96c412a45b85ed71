import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../shared/client/session.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { useLivingOrders } from '../../shared/trading/account.ts';
import { useCatalogue } from '../../shared/trading/market/market.ts';
import { useOpenOptions, useOpenSpotOrders } from '../../shared/trading/order-lists.ts';
import { type OrderKind, orderKinds, useOrderView } from '../../shared/trading/order-view.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { isMobile } from '../../ui/device.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountBar } from './account-bar.tsx';
import { HistoryTab } from './contracts/history-tab.tsx';
import { LivingTab } from './contracts/living-tab.tsx';
import { InstrumentFilter } from './instrument-filter.tsx';
import type { Narrowing } from './living-list.tsx';
import { OptionHistoryTab, RunningTab } from './options/option-tabs.tsx';
import { SpotHistoryTab, WaitingSpotTab } from './spot/spot-tabs.tsx';

/** Orders of every kind; with a code they can be narrowed to that instrument, without one to any that is named. */
export function OrdersPanel({ code }: { code?: string }) {
  const { t } = useTranslation('orders');
  const { pathname, search } = useLocation();
  const signedIn = useSession((session) => session.isLogin);
  const kind = useOrderView((view) => view.kind);
  const show = useOrderView((view) => view.show);
  const narrow = usePreferences(({ onlyThis }) => onlyThis);
  const set = usePreferences((preferences) => preferences.set);
  const [named, setNamed] = useState('');
  const found = useNamed(named);
  const only = code === undefined ? found : narrow ? code : undefined;
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
  const narrowing: Narrowing = {
    ...(only === undefined ? {} : { code: only }),
    onShowAll: () => {
      set({ onlyThis: false });
      setNamed('');
    },
  };
  const kinds = (
    <Segmented
      compact={!isMobile}
      label={t('kind.label')}
      value={kind}
      onChange={show}
      className="shrink-0 mobile:w-full"
      options={orderKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
    />
  );
  const plans = (
    <Link
      to="/trading"
      className="inline-flex min-h-control-small shrink-0 items-center gap-s1 rounded-small text-caption whitespace-nowrap text-muted hover:text-accent"
    >
      {t('kind.plan')}
      <ChevronRight aria-hidden className="size-[1.2em] rtl:-scale-x-100" />
    </Link>
  );
  const filter =
    code === undefined ? (
      <span className="w-[max(1.9rem,150px)] shrink-0">
        <InstrumentFilter value={named} onChange={setNamed} />
      </span>
    ) : (
      <Chip chosen={narrow} onClick={() => set({ onlyThis: !narrow })}>
        {t('filter.thisInstrument', { code })}
      </Chip>
    );
  if (isMobile) {
    return (
      <div className="flex flex-col">
        <div className="flex flex-wrap items-center justify-between gap-x-s4 gap-y-s2 px-side pt-s3 pb-s1">
          {kinds}
          {plans}
          {filter}
        </div>
        <KindTabs key={kind} kind={kind} narrowing={narrowing} className="[&>[role=tablist]]:px-side" />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <KindTabs
        key={kind}
        kind={kind}
        narrowing={narrowing}
        className={
          code === undefined
            ? '*:first:px-s5'
            : 'flex min-h-0 flex-1 flex-col *:first:shrink-0 *:first:px-[16px] *:first:max-wide:flex-wrap [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:overflow-auto wide:[&>[role=tabpanel]]:[container-type:size]'
        }
        before={kinds}
        after={
          <span className="ms-auto flex items-center gap-s4">
            {plans}
            {filter}
          </span>
        }
      />
      {code === undefined ? null : <AccountBar />}
    </div>
  );
}

/** The instrument of that code; undefined until it is one. */
function useNamed(text: string): string | undefined {
  const { data: items } = useCatalogue();
  const wanted = text.trim().toUpperCase();
  return wanted === '' ? undefined : items?.find(({ code }) => code === wanted)?.code;
}

interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface KindTabsProps {
  kind: OrderKind;
  narrowing: Narrowing;
  className: string;
  before?: ReactNode;
  after?: ReactNode;
}

function KindTabs({ kind, narrowing, ...look }: KindTabsProps) {
  const { t } = useTranslation('orders');
  const [tab, setTab] = useState('living');
  const { code } = narrowing;
  const contracts = useLivingOrders('open', code).data?.items.length;
  const waiting = useLivingOrders('awaiting', code).data?.items.length;
  const options = useOpenOptions(code).data?.items.length;
  const spot = useOpenSpotOrders(code).data?.items.length;
  const tabs: Record<OrderKind, Tab[]> = {
    contract: [
      {
        value: 'living',
        label: <Counted name={t('positions')} count={contracts} />,
        content: <LivingTab kind="open" {...narrowing} />,
      },
      {
        value: 'waiting',
        label: <Counted name={t('waiting')} count={waiting} />,
        content: <LivingTab kind="awaiting" {...narrowing} />,
      },
      { value: 'history', label: t('history'), content: <HistoryTab {...narrowing} /> },
    ],
    option: [
      {
        value: 'living',
        label: <Counted name={t('running')} count={options} />,
        content: <RunningTab {...narrowing} />,
      },
      { value: 'history', label: t('history'), content: <OptionHistoryTab {...narrowing} /> },
    ],
    spot: [
      {
        value: 'living',
        label: <Counted name={t('waiting')} count={spot} />,
        content: <WaitingSpotTab {...narrowing} />,
      },
      { value: 'history', label: t('history'), content: <SpotHistoryTab {...narrowing} /> },
    ],
  };
  return <Tabs label={t('tabs')} value={tab} onChange={setTab} items={tabs[kind]} {...look} />;
}

function Counted({ name, count = 0 }: { name: string; count: number | undefined }) {
  return (
    <span className="inline-flex items-center gap-s2">
      {name}
      {count === 0 ? null : <bdi className="numbers rounded-small bg-surface-3 px-s2 text-caption text-text">{count}</bdi>}
    </span>
  );
}
