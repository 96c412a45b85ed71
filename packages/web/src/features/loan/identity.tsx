import { ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/states.tsx';
import { useKycStatus } from './use-loans.ts';

/** Loans need a verified identity: one line once it is, the steps until then. */
export function Identity({ Kyc }: { Kyc: ComponentType }) {
  const { t } = useTranslation('loan');
  const { data: status, isError } = useKycStatus();
  if (status === undefined) return isError ? null : <Skeleton className="h-[0.6rem] min-h-[44px] rounded-large" />;
  if (status === 'verified') {
    return (
      <p className="flex items-center gap-s3 rounded-large border border-line bg-surface-1 px-s5 py-s3 text-caption">
        <ShieldCheck aria-hidden className="size-icon shrink-0 text-accent" />
        {t('identity.verified')}
      </p>
    );
  }
  return (
    <section
      id="identity"
      aria-label={t('identity.title')}
      className="flex scroll-mt-[calc(var(--bar-height)+var(--step-5))] flex-col gap-s3"
    >
      <Kyc />
    </section>
  );
}
