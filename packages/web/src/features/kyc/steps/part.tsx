import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { KycField } from '@assay/contract/vocabulary/kyc.ts';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../draft.ts';

/** What every step works on. */
export interface StepProps {
  kyc: Kyc;
  draft: Draft;
  /** What is wrong with a field, in words. */
  error(field: KycField): string | undefined;
  change<F extends KycField>(field: F, value: Draft[F]): void;
}

/** What is wrong with a field, or why a reviewer sent it back while nothing new is entered. */
export function useFieldError({ kyc, draft, error }: StepProps): (field: KycField) => string | undefined {
  const { t } = useTranslation('kyc');
  return (field) => {
    const wrong = error(field);
    if (wrong !== undefined || (draft[field] !== null && draft[field] !== '')) return wrong;
    const reason = kyc.rejected.find((one) => one.field === field)?.reason;
    return reason === undefined ? undefined : t(`reason.${reason}`);
  };
}

/** What was fine the last time, by name and never by value. */
export function Kept({ fields }: { fields: readonly KycField[] }) {
  const { t, i18n } = useTranslation('kyc');
  if (fields.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(fields.map((field) => t(`field.${field}`)));
  return (
    <p className="flex items-start gap-s2 rounded-middle bg-surface-2 p-s4 text-caption">
      <CircleCheck aria-hidden className="mt-[0.1em] size-[1.3em] shrink-0 text-accent" />
      {t('kept', { fields: names })}
    </p>
  );
}
