import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountSwitch } from '../../shared/account-switch.tsx';
import { DepositButton } from '../../shared/deposit-button.tsx';
import { Approximate } from '../../shared/trading/approximate.tsx';
import { EquityLine } from '../../shared/trading/results/bridge.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { isMobile } from '../../ui/device.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Allocation } from './allocation.tsx';
import { Coins } from './coins.tsx';
import { DustButton } from './dust.tsx';
import { SealPanel } from './seal-panel.tsx';
import { Statement } from './statement.tsx';
import { isSmall, worthOf } from './sums.ts';
import { useBalances } from './use-balances.ts';

/** What the account holds, coin by coin, and every entry that led to it. */
export function BalancePage() {
  const { t } = useTranslation(['balance', 'coins', 'results']);
  useTitle(t('title'));
  return (
    <div className="flex flex-col gap-s5 mobile:px-side mobile:py-s5">
      <Worth />
      <CoinsPanel />
      <Statement />
      <SealPanel />
    </div>
  );
}

function Worth() {
  const { t } = useTranslation('balance');
  const format = useFormat();
  const { data } = useBalances();
  return (
    <Panel className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-s5 bg-[radial-gradient(60%_140%_at_100%_0%,var(--accent-soft),transparent_70%)] p-s6 mobile:p-s5">
        <div className="flex flex-col gap-s2 desktop:max-w-[46%]">
          <div className="flex flex-wrap items-center gap-s4">
            <h1 className="text-emphasis font-semibold">{t('title')}</h1>
            {isMobile ? <AccountSwitch /> : null}
          </div>
          {data === undefined ? (
            <Skeleton className="h-[0.7rem] min-h-[40px] w-[3.6rem]" />
          ) : (
            <bdi dir="ltr" className="numbers text-hero font-semibold tracking-[-0.02em] rtl:text-end">
              {format.amount(formatAmount(worthOf(data), usdt))}{' '}
              <span className="text-emphasis font-medium text-muted">USDT</span>
            </bdi>
          )}
          {data === undefined ? null : (
            <Approximate usdt={formatAmount(worthOf(data), usdt)} className="numbers text-muted rtl:text-end" />
          )}
          <p className="text-caption text-muted">{t('worthText')}</p>
          <EquityLine className="pt-s2" />
        </div>
        {data === undefined ? null : <Allocation balances={data} />}
        <div className="flex w-full flex-wrap gap-s3 border-t border-line pt-s5 mobile:*:flex-1">
          <DepositButton>{t('deposit')}</DepositButton>
          <ButtonLink to="/profile/balance?withdraw=USDT">{t('withdraw')}</ButtonLink>
          <ButtonLink to="/profile/balance?records=deposits" className="whitespace-nowrap">
            {t('records')}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

function CoinsPanel() {
  const { t } = useTranslation('balance');
  const { data, error, isError, refetch } = useBalances();
  const [hiding, setHiding] = useState(false);
  const shown = hiding ? data?.filter((balance) => !isSmall(balance)) : data;
  return (
    <Panel
      title={t('coins')}
      action={
        <div className="flex flex-wrap items-center gap-s4 text-caption">
          {data === undefined ? null : <DustButton balances={data} />}
          <Switch label={t('hideSmall')} checked={hiding} onChange={setHiding} />
        </div>
      }
      className="pb-s3 mobile:-mx-side mobile:rounded-none mobile:border-x-0"
    >
      {data === undefined || shown === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} className="p-s5" />
        )
      ) : (
        <Coins balances={shown} whole={worthOf(data)} />
      )}
    </Panel>
  );
}
