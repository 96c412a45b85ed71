import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../shared/words/title.ts';
import { isMobile } from '../../ui/device.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AlertList } from './alert-list.tsx';
import { NotificationList } from './notification-list.tsx';
import { Preferences } from './preferences.tsx';

const tabs = ['list', 'alerts', 'settings'] as const;
type Tab = (typeof tabs)[number];

/** Notifications, price alerts that wait, and preferences. */
export function NotificationPage() {
  const { t } = useTranslation('notifications');
  useTitle(t('title'));
  if (isMobile) return <OnPhone />;
  return (
    <div className="flex flex-col gap-s5">
      <header className="flex flex-col gap-s1">
        <h1 className="text-title font-semibold">{t('title')}</h1>
        <p className="text-muted">{t('text')}</p>
      </header>
      <div className="grid items-start gap-s5 wide:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <Panel className="overflow-hidden">
          <NotificationList />
        </Panel>
        <div className="flex flex-col gap-s5">
          <Panel title={t('alerts.title')}>
            <AlertList />
          </Panel>
          <Panel title={t('settings.title')}>
            <Preferences />
          </Panel>
        </div>
      </div>
    </div>
  );
}

function OnPhone() {
  const { t } = useTranslation('notifications');
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab === params.get('show')) ?? 'list';
  const content: Record<Tab, ReactNode> = {
    list: <NotificationList />,
    alerts: <AlertList />,
    settings: <Preferences />,
  };
  return (
    <div className="flex flex-1 flex-col bg-surface-1">
      <h1 className="sr-only">{t('title')}</h1>
      <Tabs
        label={t('sections')}
        value={shown}
        onChange={(next) => setParams(next === 'list' ? {} : { show: next }, { replace: true })}
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`), content: content[value] }))}
        className="[&>[role=tablist]]:px-side"
      />
    </div>
  );
}
