import { useTranslation } from 'react-i18next';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Failed, Pending, Verified } from './standing.tsx';
import { Stepper } from './stepper.tsx';
import { useKyc } from './use-kyc.ts';

/** The identity check of the signed-in person: its steps, or its state. */
export function KycSteps() {
  const { t } = useTranslation(['kyc', 'codes', 'images']);
  const { data: kyc, error, refetch } = useKyc();
  if (kyc === undefined) {
    return (
      <Panel title={t('title')}>
        {error === null ? (
          <SkeletonRows rows={4} className="p-s5" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Panel>
    );
  }
  if (kyc.status === 'verified') return <Verified kyc={kyc} />;
  if (kyc.status === 'pendingReview') return <Pending kyc={kyc} />;
  return (
    <Panel title={t('title')} action={<KycBadge status={kyc.status} />}>
      {kyc.status === 'failed' ? (
        <Failed kyc={kyc} />
      ) : (
        <p className="px-s5 pt-s3 text-muted">{t('lead', { hours: kyc.hours })}</p>
      )}
      {/* Another round starts with an empty form. */}
      <Stepper key={kyc.submittedAt} kyc={kyc} />
    </Panel>
  );
}
