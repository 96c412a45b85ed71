import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { AccountSwitch } from '../../shared/account-switch.tsx';
import { useBook } from '../../shared/client/session.ts';
import { DemoNotice, ToRealAccount } from '../../shared/trading/demo-notice.tsx';
import { useTitle } from '../../shared/words/title.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { DepositView } from './deposit/deposit-view.tsx';
import { RecordsView } from './records/records-view.tsx';
import { useFundsEvents } from './use-funds.ts';
import { WithdrawView } from './withdraw/withdraw-view.tsx';

const views = ['deposit', 'withdraw', 'records'] as const;
type View = (typeof views)[number];
const beginnings: Record<View, string> = { deposit: 'USDT', withdraw: 'USDT', records: 'deposits' };

/**
 * Money in, money out, and what became of both. The address says which: `?deposit=USDT`, `?withdraw=USDT`,
 * `?records=deposits`; so each can be linked to, and the way back is the browser's own.
 */
export function FundsPage() {
  // Those of the forms too, which come with their data: loading them later would hide a page that is being read.
  const { t } = useTranslation(['funds', 'codes', 'code', 'images']);
  const [params] = useSearchParams();
  const view = views.find((name) => params.has(name)) ?? 'deposit';
  useTitle(t(`tab.${view}`));
  useFundsEvents();
  const book = useBook();
  return (
    <div className="flex flex-col gap-s5 mobile:px-side mobile:py-s5">
      {isMobile ? <AccountSwitch className="self-end" /> : null}
      <h1 className="sr-only">{t(`tab.${view}`)}</h1>
      <nav aria-label={t('tab.label')} className="flex gap-s5 overflow-x-auto border-b border-line [scrollbar-width:none]">
        {views.map((name) => (
          <Link
            key={name}
            to={`/profile/balance?${name}=${beginnings[name]}`}
            aria-current={name === view ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-control shrink-0 items-center border-b-2 whitespace-nowrap transition-quick focus-visible:-outline-offset-2',
              name === view ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {t(`tab.${name}`)}
          </Link>
        ))}
      </nav>
      {book === 'demo' ? (
        <DemoNotice title={t('demo.title')} text={t('demo.text')}>
          <ToRealAccount />
        </DemoNotice>
      ) : (
        <Content view={view} value={params.get(view) ?? ''} />
      )}
    </div>
  );
}

function Content({ view, value }: { view: View; value: string }) {
  if (view === 'withdraw') return <WithdrawView coin={value} />;
  return view === 'records' ? <RecordsView kind={value} /> : <DepositView coin={value} />;
}
