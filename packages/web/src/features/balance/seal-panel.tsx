import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CopyButton } from '../../ui/share/copy-button.tsx';
import { checkSeal } from './check-seal.ts';

/** The newest seal of all balances, and the check, done here, that one's own are in it. */
export function SealPanel() {
  const { t } = useTranslation('balance');
  const format = useFormat();
  const book = useBook();
  const owner = useSession((session) => session.userInfo?.id ?? '');
  const proof = useQuery({
    queryKey: ['account', owner, 'balance-proof'],
    queryFn: ({ signal }) => call(calls.user.balanceProof, {}, { signal }),
    enabled: book === 'real',
  });
  const [outcome, setOutcome] = useState<'agrees' | 'differs'>();
  const found = proof.data;
  if (book !== 'real' || found === undefined) return null;

  const check = async () => {
    if (found === null) return;
    // Published data is fetched again, apart from this account's.
    const [published] = await call(calls.index.listProofs, {});
    setOutcome(published !== undefined && (await checkSeal(found, published)) ? 'agrees' : 'differs');
  };
  return (
    <Panel className="flex flex-col gap-s5 p-s6 mobile:p-s5">
      <header className="flex items-start gap-s4">
        <span className="rounded-middle bg-accent-soft p-s3 text-accent">
          <ShieldCheck aria-hidden className="size-icon" />
        </span>
        <div className="flex flex-col gap-s1">
          <h2 className="text-emphasis font-semibold">{t('seal.title')}</h2>
          <p className="max-w-[max(7.2rem,320px)] text-caption text-muted">{t('seal.text')}</p>
        </div>
      </header>
      {found === null ? (
        <p className="text-muted">{t('seal.none')}</p>
      ) : (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-s5 gap-y-s2 text-caption">
            <dt className="text-muted">{t('seal.day')}</dt>
            <dd className="numbers">{found.day} UTC</dd>
            <dt className="text-muted">{t('seal.yours')}</dt>
            <dd className="numbers">
              <bdi dir="ltr">
                {Object.entries(found.sums)
                  .map(([code, amount]) => `${format.exactAmount(amount, code)} ${code}`)
                  .join(' · ')}
              </bdi>
            </dd>
            <dt className="text-muted">{t('seal.root')}</dt>
            <dd className="flex min-w-0 items-center gap-s2 *:last:shrink-0">
              <bdi dir="ltr" className="numbers break-all">
                {found.liabilitiesRoot}
              </bdi>
              <CopyButton text={found.liabilitiesRoot} label={t('seal.copy')} copied={t('seal.copied')} />
            </dd>
          </dl>
          <div className="flex flex-wrap items-center gap-s4">
            <Button onClick={() => void check()}>{t('seal.check')}</Button>
            <p role="status" className="flex items-center gap-s2">
              {outcome === undefined ? null : outcome === 'agrees' ? (
                <>
                  <CircleCheck aria-hidden className="size-icon shrink-0 text-info" />
                  {t('seal.agrees')}
                </>
              ) : (
                <>
                  <CircleAlert aria-hidden className="size-icon shrink-0 text-danger" />
                  {t('seal.differs')}
                </>
              )}
            </p>
          </div>
        </>
      )}
    </Panel>
  );
}
