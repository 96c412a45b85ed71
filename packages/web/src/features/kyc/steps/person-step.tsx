import { type PersonField, type Sex, sexes } from '@assay/contract/vocabulary/kyc.ts';
import { areaCodes } from '@assay/contract/vocabulary/limits.ts';
import { countries } from '@assay/domain/kyc/countries.ts';
import { ageMin } from '@assay/domain/kyc/person.ts';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { fieldsOf, keptBy, personFieldsIn } from '../draft.ts';
import { Kept, type StepProps, useFieldError } from './part.tsx';
import { PhoneField } from './phone-field.tsx';

const nameParts = { firstName: 'given-name', lastName: 'family-name' };
const isName = (field: PersonField): field is keyof typeof nameParts => field in nameParts;

/** The person's data, as in the document. */
export function PersonStep(props: StepProps & { today: string }) {
  const { kyc, draft, today } = props;
  const { t } = useTranslation('kyc');
  const error = useFieldError(props);
  const fields = personFieldsIn(useSession(({ language }) => language));
  const names = fields.filter(isName);
  const asked = new Set<string>(fieldsOf('person', draft, kyc));
  const kept = keptBy(draft, kyc);
  const change = (field: PersonField) => (typed: string) => props.change(field, typed);
  const text = (field: PersonField, more: Partial<React.ComponentProps<typeof Input>> = {}) =>
    asked.has(field) ? (
      <Input
        label={t(`field.${field}`)}
        value={draft[field]}
        onChange={(event) => change(field)(event.target.value)}
        error={error(field)}
        name={field}
        maxLength={200}
        {...more}
      />
    ) : null;
  return (
    <div className="flex flex-col gap-s5">
      <p className="text-caption text-muted">{t('person.text')}</p>
      <Kept fields={fields.filter((field) => kept.has(field))} />
      <div className="grid grid-cols-1 gap-s5 desktop:wide:grid-cols-2">
        {names.map((field) => (
          <Fragment key={field}>{text(field, { autoComplete: nameParts[field], maxLength: 60 })}</Fragment>
        ))}
        {asked.has('sex') ? (
          <Field label={t('field.sex')} error={error('sex')}>
            {() => (
              <Segmented<Sex | ''>
                label={t('field.sex')}
                value={sexes.find((sex) => sex === draft.sex) ?? ''}
                onChange={change('sex')}
                options={sexes.map((sex) => ({ value: sex, label: t(`sex.${sex}`) }))}
              />
            )}
          </Field>
        ) : null}
        {text('birthdate', {
          type: 'date',
          max: today,
          autoComplete: 'bday',
          hint: t('person.age', { age: ageMin }),
          dir: 'ltr',
        })}
        {asked.has('country') ? (
          <CountryField value={draft.country} onChange={change('country')} error={error('country')} />
        ) : null}
        {text('address', { autoComplete: 'street-address', hint: t('person.address') })}
        {text('email', {
          type: 'email',
          autoComplete: 'email',
          maxLength: 254,
          dir: 'ltr',
          className: 'rtl:[&_input]:text-end',
        })}
        {asked.has('phone') ? (
          <PhoneField areas={areaCodes} value={draft.phone} onChange={change('phone')} error={error('phone')} />
        ) : null}
      </div>
    </div>
  );
}

function CountryField({ value, onChange, error }: { value: string; onChange(value: string): void; error: string | undefined }) {
  const { t, i18n } = useTranslation('kyc');
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
    const { compare } = new Intl.Collator(i18n.language);
    const named = countries.map((code) => ({ value: code, label: names.of(code) ?? code }));
    return named.toSorted((one, other) => compare(one.label, other.label));
  }, [i18n.language]);
  return (
    <Select
      label={t('field.country')}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: t('choose') }, ...options]}
      {...(error !== undefined && { error })}
    />
  );
}
