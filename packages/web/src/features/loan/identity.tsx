import { ShieldCheck } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useKycStatus } from '../../shared/trading/kyc-status.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { borrowerOf } from './preview.ts';
import { useStanding } from './use-loans.ts';

/** One line for who may borrow; what stands in the way of another loan is said where it is asked for. */
export function VerifiedLine() {
  const { t } = useTranslation('loan');
  const status = useKycStatus().data;
  const standing = useStanding().data;
  if (status !== 'verified' || standing === undefined) return null;
  const { pending, overdue } = borrowerOf(standing);
  if (pending || overdue) return null;
  return (
    <p className="flex items-center gap-s3 rounded-large border border-line bg-surface-1 px-s5 py-s3 text-caption">
      <ShieldCheck aria-hidden className="size-icon shrink-0 text-accent" />
      {t('identity.verified')}
    </p>
  );
}

/** The steps of the identity check, which come before a loan; the button of the form leads here. */
export function Identity({ Kyc }: { Kyc: ComponentType }) {
  const { t } = useTranslation('loan');
  const status = useKycStatus().data;
  if (status === undefined || status === 'verified') return null;
  return (
    <section id="identity" aria-label={t('identity.title')} className="scroll-mt-[calc(var(--bar-height)+var(--step-5))]">
      <Suspense fallback={<SkeletonRows />}>
        <Kyc />
      </Suspense>
    </section>
  );
}
