import type { DepositCoin } from '@assay/contract/endpoints/funds.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { CoinChoice } from '../choice/coin-choice.tsx';
import { NetworkChoice } from '../choice/network-choice.tsx';
import { DepositList } from '../records/deposit-list.tsx';
import { useDepositCoins } from '../use-funds.ts';
import { Arriving } from './arriving.tsx';
import { ReceiveAddress } from './receive-address.tsx';
import { ReportForm } from './report-form.tsx';

/** Where to send a coin, and the report of having sent it. */
export function DepositView({ coin }: { coin: string }) {
  const { t } = useTranslation('funds');
  const { data, error, isError, refetch } = useDepositCoins();
  return (
    <>
      {data === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[6rem] min-h-[420px] w-full rounded-large" />
        )
      ) : data.length === 0 ? (
        <Panel>
          <EmptyState kind="nothing" picture="deposits" title={t('deposit.none')} text={t('deposit.noneText')} />
        </Panel>
      ) : (
        <Deposit networks={data} asked={coin} />
      )}
      <Arriving />
      <DepositList title={t('deposit.mine')} />
    </>
  );
}

function Deposit({ networks, asked }: { networks: readonly DepositCoin[]; asked: string }) {
  const { t } = useTranslation('funds');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const coins = [...new Set(networks.map(({ coin }) => coin))];
  const coin = coins.find((code) => code === asked.toUpperCase()) ?? coins[0];
  const own = networks.filter((network) => network.coin === coin);
  const network = own.find(({ network: id }) => id === chosen) ?? own[0];
  if (network === undefined) return null;
  return (
    <div className="grid items-start gap-s5 desktop:wide:grid-cols-2">
      <Panel title={t('deposit.send')}>
        <div className="flex flex-col gap-s5 p-s5">
          <CoinChoice
            coins={coins}
            chosen={network.coin}
            // In place of the view before: the way back leads out of the deposit, not through its coins.
            onChoose={(code) => void navigate(`/profile/balance?deposit=${code}`, { replace: true })}
          />
          <NetworkChoice networks={own} chosen={network} fee={null} onChoose={setChosen} />
          <ReceiveAddress network={network} />
        </div>
      </Panel>
      <Panel title={t('deposit.report')}>
        <ReportForm key={`${network.coin}/${network.network}`} network={network} />
      </Panel>
    </div>
  );
}
