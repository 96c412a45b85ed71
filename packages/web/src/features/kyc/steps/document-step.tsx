import { type DocumentType, documentFields, documentTypes } from '@assay/contract/vocabulary/kyc.ts';
import { BookUser, Car, IdCard, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { Input } from '../../../ui/field.tsx';
import { documentOf, fieldsOf, keptBy, photos } from '../draft.ts';
import { Kept, type StepProps, useFieldError } from './part.tsx';

const icons: Record<DocumentType, LucideIcon> = { idCard: IdCard, driverLicence: Car, passport: BookUser };

/** Which document is shown, and its number. Another one than before asks for its pictures and number anew. */
export function DocumentStep(props: StepProps) {
  const { kyc, draft, change } = props;
  const { t } = useTranslation('kyc');
  const name = useId();
  const errorOf = useFieldError(props);
  const error = errorOf('documentType');
  const asked = new Set<string>(fieldsOf('document', draft, kyc));
  const kept = keptBy(draft, kyc);
  const chosen = documentOf(draft, kyc);
  const choose = (documentType: DocumentType) => {
    change('documentType', documentType);
    // Pictures of another document show nothing of this one.
    for (const image of photos) change(image, null);
    for (const field of documentFields) change(field, '');
  };
  const text = (field: (typeof documentFields)[number], hint: string, more: React.ComponentProps<'input'>) =>
    asked.has(field) ? (
      <Input
        label={t(`field.${field}`)}
        value={draft[field]}
        onChange={(event) => change(field, event.target.value)}
        error={errorOf(field)}
        hint={hint}
        name={field}
        dir="ltr"
        {...more}
      />
    ) : null;
  return (
    <div className="flex flex-col gap-s5">
      <fieldset className="flex flex-col gap-s4" aria-describedby={`${name}-error`}>
        <legend className="mb-s4 text-caption text-muted">{t('document.text')}</legend>
        <div className="grid gap-s4 desktop:grid-cols-3">
          {documentTypes.map((type) => {
            const Icon = icons[type];
            return (
              <label
                key={type}
                className={cx(
                  'flex cursor-pointer items-start gap-s4 rounded-large border p-s5 transition-quick has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  type === chosen ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-surface-2',
                )}
              >
                <input type="radio" name={name} className="sr-only" checked={type === chosen} onChange={() => choose(type)} />
                <Icon
                  aria-hidden
                  strokeWidth={1.5}
                  className={cx('size-icon-large shrink-0', type === chosen ? 'text-accent' : 'text-muted')}
                />
                <span className="flex flex-col gap-s1">
                  <span className="font-semibold">{t(`document.${type}`)}</span>
                  <span className="text-caption text-muted">
                    {t(type === 'passport' ? 'document.onePage' : 'document.bothSides')}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
        <p id={`${name}-error`} aria-live="polite" className="text-caption text-danger empty:hidden">
          {error}
        </p>
      </fieldset>
      <Kept fields={documentFields.filter((field) => kept.has(field))} />
      <div className="grid grid-cols-1 gap-s5 desktop:wide:grid-cols-2">
        {text('documentNumber', t('document.number'), { autoComplete: 'off', spellCheck: false, maxLength: 40 })}
        {text('documentExpiry', t('document.expiry'), { type: 'date' })}
      </div>
    </div>
  );
}
