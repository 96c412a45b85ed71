import type { Closing } from '@assay/contract/endpoints/closing.ts';
import type { ClosingObstacle } from '@assay/contract/vocabulary/closing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { CloseDialog, ExportDialog } from './closing-dialogs.tsx';
import { useSecurityKey } from './security-data.ts';
import { SecurityPart } from './security-part.tsx';

/** Where each thing in the way is ended. */
const placeOf: Readonly<Record<ClosingObstacle, string>> = {
  positions: '/profile?section=orders',
  options: '/profile?section=orders',
  spotOrders: '/profile?section=orders',
  plans: '/trading',
  bids: '/nfts',
  loans: '/loan',
  deposits: '/profile/balance?records=deposits',
  withdrawals: '/profile/balance?records=withdrawals',
  identification: '/profile?section=identity',
  balance: '/profile/balance',
};

/** Taking one's data away, and closing the account. */
export function ClosingPart() {
  // Those of its questions too: what comes later would hide the settings at the press.
  const { t } = useTranslation(['closing', 'pass', 'code']);
  const state = useQuery({
    queryKey: useSecurityKey('closing'),
    queryFn: ({ signal }) => call(calls.user.closing, {}, { signal }),
    // Obstacles are removed on other pages.
    staleTime: 0,
  });
  const [asked, setAsked] = useState<'export' | 'close'>();
  const { data } = state;
  const close = () => setAsked(undefined);
  return (
    <>
      <SecurityPart title={t('export.title')} text={t('export.text')}>
        <Button className="self-start mobile:self-stretch" disabled={data === undefined} onClick={() => setAsked('export')}>
          {t('export.open')}
        </Button>
      </SecurityPart>
      <SecurityPart title={t('close.title')} text={t('close.text')}>
        {data === undefined ? (
          state.isError ? (
            <ErrorState error={state.error} onRetry={() => void state.refetch()} />
          ) : (
            <SkeletonRows rows={1} />
          )
        ) : (
          <Standing closing={data} />
        )}
        <Button
          look="danger"
          className="self-start mobile:self-stretch"
          disabled={data === undefined || data.obstacles.length > 0}
          onClick={() => setAsked('close')}
        >
          {t('close.open')}
        </Button>
      </SecurityPart>
      {data === undefined || asked === undefined ? null : asked === 'export' ? (
        <ExportDialog confirmBy={data.confirmBy} onClose={close} />
      ) : (
        <CloseDialog closing={data} onClose={close} />
      )}
    </>
  );
}

/** What has to end first, each with the way there; else what happens. */
function Standing({ closing: { obstacles, remains } }: { closing: Closing }) {
  const { t } = useTranslation('closing');
  const { amount } = useFormat();
  if (obstacles.length === 0) return <p className="text-muted">{t('close.ready')}</p>;
  return (
    <div className="flex flex-col gap-s3">
      <p className="text-muted">{t('close.inTheWay')}</p>
      <ul className="flex flex-col gap-s2">
        {obstacles.map((name) => (
          <li key={name}>
            <Link to={placeOf[name]} className="inline-flex min-h-[24px] items-center font-medium text-accent hover:underline">
              {name === 'balance' ? t('obstacle.balance', { amount: amount(remains) }) : t(`obstacle.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
