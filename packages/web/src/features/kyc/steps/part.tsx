import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { KycField } from '@assay/contract/vocabulary/kyc.ts';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Draft, Errors } from '../draft.ts';

/** What every step works on. */
export interface StepProps {
  kyc: Kyc;
  draft: Draft;
  errors: Errors;
  /** A picture takes a moment to be prepared, so a change is made to whatever the draft is by then. */
  onChange(field: KycField, change: (draft: Draft) => Draft): void;
}

/** The sentence for a field's error, or why a reviewer sent it back while nothing new is entered. */
export function useFieldError({ kyc, draft, errors }: StepProps): (field: KycField) => string | undefined {
  const { t } = useTranslation(['kyc', 'codes']);
  return (field) => {
    const code = errors[field];
    if (code !== undefined) return t(`codes:${code}`, { limit: '2 MB' });
    const entered = { ...draft.person, ...draft.images, documentType: draft.documentType }[field];
    if (entered !== undefined && entered !== null) return undefined;
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
