import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../shared/words/title.ts';
import { isMobile } from '../../ui/device.ts';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { EquitySources } from './equity-sources.tsx';
import { Course, Overview } from './overview.tsx';
import { ProductProfits } from './product-profits.tsx';
import { ResultsCalendar } from './results-calendar.tsx';
import { ResultsPanel } from './results-panel.tsx';

const SecuritySection = lazyPage(() => import('./security-section.tsx').then((part) => part.SecuritySection));
const SettingsSection = lazyPage(() => import('./settings-section.tsx').then((part) => part.SettingsSection));
const ClosingPart = lazyPage(() => import('./closing-part.tsx').then((part) => part.ClosingPart));

const sections = ['overview', 'orders', 'statement', 'identity', 'security', 'settings'] as const;
type Section = (typeof sections)[number];

/** Parts of the account that are features of their own; the app brings them. */
interface Parts {
  Orders: ComponentType;
  Statement: ComponentType;
  Identity: ComponentType;
  /** Of all pages of the account; on a desktop it is at the side. */
  List: ComponentType;
}

/** The signed-in person's account. The address names the section, so that each can be linked to. */
export function ProfilePage(parts: Parts) {
  const { t } = useTranslation('profile');
  const [params] = useSearchParams();
  const asked = params.get('section');
  const section = sections.find((key) => key === asked) ?? 'overview';
  useTitle(section === 'overview' ? t('title') : t(`section.${section}`));
  return (
    <div className="flex min-w-0 flex-col gap-s5 mobile:px-side mobile:py-s5">
      <Suspense fallback={<SkeletonRows />}>
        <Content section={section} {...parts} />
      </Suspense>
    </div>
  );
}

function Content({ section, Orders, Statement, Identity, List }: Parts & { section: Section }) {
  const { t } = useTranslation('profile');
  const [hidden, setHidden] = useState(false);
  switch (section) {
    case 'overview':
      return (
        <>
          <Overview hidden={hidden} onHide={setHidden} />
          {isMobile ? (
            <Panel>
              <List />
            </Panel>
          ) : null}
          <Course hidden={hidden} />
          <ProductProfits hidden={hidden} />
          <EquitySources hidden={hidden} />
          <ResultsPanel hidden={hidden} />
          <ResultsCalendar hidden={hidden} />
          {isMobile ? null : <OrdersPanel title={t('section.orders')} heading="h2" Orders={Orders} />}
        </>
      );
    case 'orders':
      return <OrdersPanel title={t('section.orders')} heading="h1" Orders={Orders} />;
    case 'statement':
      return (
        <>
          <h1 className="sr-only">{t('section.statement')}</h1>
          <Statement />
        </>
      );
    case 'identity':
      return (
        <>
          <h1 className="sr-only">{t('section.identity')}</h1>
          <Identity />
        </>
      );
    case 'security':
      return <SecuritySection />;
    default:
      return (
        <>
          <SettingsSection />
          <ClosingPart />
        </>
      );
  }
}

interface OrdersPanelProps {
  title: string;
  /** On the overview the page has its heading already. */
  heading: 'h1' | 'h2';
  Orders: ComponentType;
}

function OrdersPanel({ title, heading: Heading, Orders }: OrdersPanelProps) {
  return (
    <Panel className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <Heading className="sr-only">{title}</Heading>
      <div className="pt-s2">
        <Suspense fallback={<SkeletonRows rows={3} className="p-s4" />}>
          <Orders />
        </Suspense>
      </div>
    </Panel>
  );
}
