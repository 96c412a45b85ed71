import { ApiRefusal } from '@assay/contract/client.ts';
import { Eye, EyeOff, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { AccountSwitch } from '../../shared/account-switch.tsx';
import { useMove } from '../../shared/client/move.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useTellFailed } from '../../shared/tell-failed.ts';
import { useAvailable, useRefreshAccount, useTotals } from '../../shared/trading/account.ts';
import { Approximate } from '../../shared/trading/approximate.tsx';
import { useKycStatus } from '../../shared/trading/kyc-status.ts';
import { EquityLine } from '../../shared/trading/results/bridge.tsx';
import { gainTone } from '../../shared/trading/tones.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { concealed } from './concealed.ts';
import { EquityChart } from './equity-chart.tsx';
import { QuickActions } from './quick-actions.tsx';

/** Who is signed in, which account is in use, and what it is worth. */
export function Overview({ hidden, onHide }: { hidden: boolean; onHide(hidden: boolean): void }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const userInfo = useSession((session) => session.userInfo);
  const Icon = hidden ? EyeOff : Eye;
  return (
    <Panel className="overflow-hidden">
      <div className="flex flex-col gap-s5 bg-[radial-gradient(60%_140%_at_100%_0%,var(--accent-soft),transparent_70%)] p-s6 mobile:p-s5">
        <div className="flex flex-wrap items-center justify-between gap-s4">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-s3 gap-y-s1">
              <h1 className="truncate text-title font-semibold">
                <bdi>{userInfo?.userName ?? ''}</bdi>
              </h1>
              <Identity />
            </div>
            <p className="text-caption text-muted">
              <bdi dir="ltr">{userInfo?.email ?? ''}</bdi> · {t('memberSince', { date: format.date(userInfo?.createdAt) })}
            </p>
          </div>
          <div className="flex items-center gap-s2">
            {isMobile ? <AccountSwitch /> : null}
            <IconButton label={t(hidden ? 'shown' : 'hidden')} onClick={() => onHide(!hidden)}>
              <Icon aria-hidden />
            </IconButton>
          </div>
        </div>
        <Figures hidden={hidden} />
        <QuickActions />
      </div>
    </Panel>
  );
}

/** How the account came to what it is worth, and what there is to say about its money. */
export function Course({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('profile');
  const book = useBook();
  const isEmpty = Number(useTotals().data?.equity) === 0;
  return (
    <Panel className="flex flex-col gap-s5 p-s5">
      <EquityChart hidden={hidden} />
      <div className="flex flex-wrap items-center justify-between gap-s4 border-t border-line pt-s4">
        <p className="max-w-[max(6.4rem,300px)] text-caption text-muted">
          {t(book === 'real' && isEmpty ? 'real.empty' : `${book}.text`)}
        </p>
        {book === 'demo' ? <ResetButton /> : null}
      </div>
    </Panel>
  );
}

/** Whether one has shown who one is; leads to where that is done. */
function Identity() {
  const { t } = useTranslation('profile');
  const { data: status } = useKycStatus();
  if (status === undefined) return null;
  return (
    <Link
      to="/profile?section=identity"
      title={t('section.identity')}
      className="inline-flex min-h-control-small items-center rounded-small hover:brightness-110"
    >
      <span className="sr-only">{t('section.identity')}: </span>
      <KycBadge status={status} />
    </Link>
  );
}

/** On a phone the actions are before them, in the first window. */
const afterActions = 'mobile:order-1';

function Bridge({ hidden }: { hidden: boolean }) {
  return (
    <div className={afterActions}>
      <EquityLine hidden={hidden} />
    </div>
  );
}

const figureGrid = `${afterActions} grid grid-cols-2 gap-x-s5 gap-y-s4 desktop:grid-cols-3`;
/** In rows as even as their number allows. */
const columnsOf = (count: number) => (count === 6 ? '' : count > 6 ? 'desktop:wide:grid-cols-4' : 'desktop:wide:grid-cols-5');

function Figures({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const totals = useTotals();
  if (totals.data === undefined) {
    // Until the server offers totals, the available amount can still be shown.
    if (totals.error instanceof ApiRefusal && totals.error.code === '11001') return <AvailableOnly hidden={hidden} />;
    if (totals.isError) return <ErrorState error={totals.error} onRetry={() => void totals.refetch()} />;
    return <FiguresToCome hidden={hidden} />;
  }
  const { equity, available, coins, held, loans, unrealisedProfit, realisedProfit, todayProfit } = totals.data;
  const [hasCoins, owes] = [Number(coins) !== 0, Number(loans) !== 0];
  const money = (text: string) => (hidden ? concealed : format.amount(text));
  const profit = (text: string) => (
    <span className={hidden || Number(text) === 0 ? '' : gainTone(text)}>{hidden ? concealed : format.result(text)}</span>
  );
  return (
    <>
      <Equity value={money(equity)} usdt={hidden ? null : equity} />
      <Bridge hidden={hidden} />
      <dl className={cx(figureGrid, columnsOf(5 + Number(hasCoins) + Number(owes)))}>
        <Figure name={t('available')} value={money(available)} />
        {hasCoins ? <Figure name={t('coins')} value={money(coins)} /> : null}
        <Figure name={t('held')} value={money(held)} />
        {owes ? <Figure name={t('loans')} value={money(`-${loans}`)} /> : null}
        <Figure name={t('unrealised')} value={profit(unrealisedProfit)} />
        <Figure name={t('realised')} value={profit(realisedProfit)} />
        <Figure name={t('today')} value={profit(todayProfit)} />
      </dl>
    </>
  );
}

/** As high as the figures that come, so that nothing moves away under a finger. */
function FiguresToCome({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('profile');
  const toCome = (
    <span aria-hidden className="rounded-small bg-surface-2 text-transparent shimmer">
      100,000.00
    </span>
  );
  return (
    <>
      <Equity value={toCome} usdt={null} />
      <Bridge hidden={hidden} />
      <dl className={cx(figureGrid, columnsOf(5))}>
        {(['available', 'held', 'unrealised', 'realised', 'today'] as const).map((name) => (
          <Figure key={name} name={t(name)} value={toCome} />
        ))}
      </dl>
    </>
  );
}

function AvailableOnly({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const { data } = useAvailable();
  return (
    <Equity name={t('available')} value={hidden ? concealed : format.amount(data)} usdt={hidden ? null : (data ?? null)} />
  );
}

/** `usdt` is the amount itself, null while it is hidden. */
function Equity({ name, value, usdt }: { name?: string; value: ReactNode; usdt: string | null }) {
  const { t } = useTranslation('profile');
  return (
    <p className="flex flex-col">
      <span className="text-muted">{name ?? t('equity')}</span>
      <bdi dir="ltr" className={cx('numbers text-hero font-semibold tracking-[-0.02em] rtl:text-end')}>
        {value} <span className="text-emphasis font-medium text-muted">USDT</span>
      </bdi>
      {usdt === null ? null : <Approximate usdt={usdt} className="numbers text-muted rtl:text-end" />}
    </p>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="mt-auto">
        <bdi dir="ltr" className="numbers text-emphasis font-semibold">
          {value}
        </bdi>
      </dd>
    </div>
  );
}

function ResetButton() {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const refresh = useRefreshAccount();
  const tellFailed = useTellFailed();
  const reset = useMove(calls.user.demoReset);
  const [asked, setAsked] = useState(false);
  const send = async () => {
    try {
      const fresh = await reset.submit({}, { summary: t('demo.reset') });
      if (fresh !== undefined) toast({ kind: 'success', title: t('demo.resetDone', { amount: format.amount(fresh.balance) }) });
    } catch (error) {
      tellFailed(error, t('demo.reset'));
    }
    refresh();
    setAsked(false);
  };
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        <RotateCcw aria-hidden className="size-[1.2em]" />
        {t('demo.reset')}
      </Button>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={t('demo.resetTitle')}
        description={t('demo.resetText')}
        confirm={t('demo.reset')}
        look="danger"
        busy={reset.isPending}
        onConfirm={() => void send()}
        onCancel={reset.cancel}
      />
    </>
  );
}
