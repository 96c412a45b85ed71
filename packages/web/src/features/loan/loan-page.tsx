import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../../shared/client/session.ts';
import { DemoNotice } from '../../shared/trading/demo-notice.tsx';
import { useTitle } from '../../shared/words/title.ts';
import { isMobile } from '../../ui/device.ts';
import { Page } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Borrow } from './borrow/borrow.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Identity, VerifiedLine } from './identity.tsx';
import { MyLoans } from './mine/my-loans.tsx';

/** The steps of the identity check; the app brings them, because they are a feature of their own. */
type Kyc = ComponentType;
type Tab = 'borrow' | 'mine';

/** Loans: what one costs before anything is signed, the identity check that comes first, and the person's own loans. */
export function LoanPage({ Kyc }: { Kyc: Kyc }) {
  const { t } = useTranslation(['loan', 'limits']);
  useTitle(t('title'));
  const signedIn = useSession((session) => session.isLogin);
  const onDemo = useBook() === 'demo' && signedIn;
  const [tab, setTab] = useState<Tab>('borrow');
  const own = signedIn && !onDemo;
  const borrow = (
    <>
      <Borrow onRequested={() => setTab('mine')} />
      {own ? <Identity Kyc={Kyc} /> : null}
    </>
  );
  return (
    <Page className="flex flex-col gap-s5 py-s6">
      <header className="flex flex-col gap-s2">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{t('title')}</h1>
        <p className="max-w-[max(8.4rem,320px)] text-muted">{t('lead')}</p>
      </header>
      {onDemo ? <DemoNotice title={t('demo.title')} text={t('demo.text')} /> : null}
      {own ? <VerifiedLine /> : null}
      {own && isMobile ? (
        <Tabs<Tab>
          label={t('title')}
          value={tab}
          onChange={setTab}
          className="flex flex-col gap-s5"
          items={[
            { value: 'borrow', label: t('borrow'), content: <div className="flex flex-col gap-s5">{borrow}</div> },
            { value: 'mine', label: t('mine.title'), content: <MyLoans /> },
          ]}
        />
      ) : (
        <>
          {borrow}
          {own ? <MyLoans /> : null}
        </>
      )}
      <HowItWorks />
    </Page>
  );
}
