import type { WithdrawalMethod, WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import { followed } from '@assay/contract/sentences.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Countdown } from '../../../shared/feed/countdown.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import { isMobile } from '../../../ui/device.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useFeeWords } from '../fee-words.ts';
import { Note } from '../note.tsx';
import { WithdrawalList } from '../records/withdrawal-list.tsx';
import { useMethods, useWithdrawalTerms } from '../use-funds.ts';
import { Methods } from './methods.tsx';
import { offerOf } from './preview.ts';
import { WithdrawForm } from './withdraw-form.tsx';

/** The destination, the amount, the fee, and all waits. */
export function WithdrawView({ coin }: { coin: string }) {
  const { t } = useTranslation('funds');
  const terms = useWithdrawalTerms();
  const methods = useMethods();
  const failed = [terms, methods].find(({ data, isError }) => data === undefined && isError);
  return (
    <>
      {terms.data !== undefined && methods.data !== undefined ? (
        <Withdraw terms={terms.data} methods={methods.data} coin={coin.toUpperCase()} />
      ) : failed === undefined ? (
        <Skeleton className="h-[6rem] min-h-[420px] w-full rounded-large" />
      ) : (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      <WithdrawalList title={t('withdraw.mine')} />
    </>
  );
}

interface WithdrawProps {
  terms: WithdrawalTerms;
  methods: readonly WithdrawalMethod[];
  coin: string;
}

function Withdraw({ terms, methods, coin }: WithdrawProps) {
  const { t } = useTranslation('funds');
  const [chosen, setChosen] = useState<string | null>(null);
  // The link names a coin; among its methods the one that has waited longest can be used first.
  const ofCoin = methods.filter((one) => one.coin === coin);
  const method = methods.find(({ id }) => id === chosen) ?? ofCoin.at(-1) ?? methods.at(-1);
  return (
    <>
      <Note look="safe" title={t('withdraw.free')}>
        {t('withdraw.freeText')}
      </Note>
      {terms.holdUntil === null ? null : (
        <Note
          look="warn"
          title={
            <>
              {t('withdraw.hold')} · <Countdown until={terms.holdUntil} over={t('withdraw.over')} />
            </>
          }
        >
          {t('withdraw.holdText')}
        </Note>
      )}
      <div className="grid items-start gap-s5 desktop:wide:grid-cols-2">
        <div className="flex flex-col gap-s5">
          <Methods terms={terms} methods={methods} chosen={method?.id ?? null} coin={coin} onChoose={setChosen} />
          {isMobile || method === undefined ? null : <Limits terms={terms} method={method} />}
        </div>
        {method === undefined ? null : (
          <Panel title={t('withdraw.title')}>
            <WithdrawForm key={method.id} terms={terms} method={method} />
          </Panel>
        )}
        {isMobile || method === undefined ? <Limits terms={terms} method={method} /> : null}
      </div>
    </>
  );
}

/** What it costs to the place that is chosen; what may still be withdrawn, by day and by month, and in all without verification. */
function Limits({ terms, method }: { terms: WithdrawalTerms; method: WithdrawalMethod | undefined }) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  const feeWords = useFeeWords();
  const offer = method && offerOf(method, terms);
  return (
    <Panel title={t('limits.title')}>
      <div className="flex flex-col gap-s4 p-s5">
        <p className="flex items-baseline justify-between gap-s4 text-caption">
          <span className="text-muted">{t('fee')}</span>
          <bdi className="numbers text-end">
            {offer === undefined ? format.rate(terms.feeRate) : feeWords(offer.fee, offer.asset.code)}
          </bdi>
        </p>
        <Usage name={t('limits.day')} usage={terms.day} />
        <Usage name={t('limits.month')} usage={terms.month} />
        {terms.life === undefined ? null : <Usage name={t('limits.life')} usage={terms.life} />}
        {terms.level === 'verified' ? null : (
          <p className="text-caption text-muted">
            {followed(t('limits.unverified'))}
            <Link to="/profile?section=identity" className="text-accent underline underline-offset-2">
              {t('limits.verify')}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}

function Usage({ name, usage: { used, limit } }: { name: string; usage: WithdrawalTerms['day'] }) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  // For the width of a bar alone; the figures beside it stay decimals.
  const share = Number(limit) === 0 ? 100 : Math.min(100, (Number(used) / Number(limit)) * 100);
  return (
    <div className="flex flex-col gap-s2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-s4 text-caption">
        <span className="text-muted">{name}</span>
        <bdi className="numbers">{t('limits.used', { used: format.cost(used), limit: format.amount(limit) })}</bdi>
      </div>
      <div aria-hidden className="h-[6px] overflow-hidden rounded-small bg-surface-3">
        <div className="h-full bg-accent-fill" style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
