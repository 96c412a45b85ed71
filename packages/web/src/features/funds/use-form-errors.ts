import { ApiRefusal } from '@assay/contract/client.ts';
import { isCode } from '@assay/contract/vocabulary/codes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../ui/states.tsx';

/** `form` is for what belongs to no field. */
type Found = Readonly<Record<string, string>>;

/** What is wrong with a form, by field. */
export function useFormErrors<F extends string>(fields: readonly F[]) {
  const { t } = useTranslation('codes');
  const errorText = useErrorText();
  const [found, setFound] = useState<Found>({});
  return {
    error: (field: F | 'form') => found[field],
    show: setFound,
    /** A field that is edited is given the benefit of the doubt. */
    clear: (field: F) =>
      setFound((known) => Object.fromEntries(Object.entries(known).filter(([name]) => name !== field && name !== 'form'))),
    /** Puts a refusal beside the fields that it speaks of. */
    refused: (error: unknown) => {
      const named = error instanceof ApiRefusal ? Object.entries(error.fields) : [];
      const known = named.filter(([name]) => fields.some((field) => field === name));
      // The refusal's own sentence has its figures filled in; those of further fields have none.
      const say = (code: string) =>
        isCode(code) && error instanceof ApiRefusal && error.code !== code ? t(code) : errorText(error);
      setFound(
        known.length === 0 ? { form: errorText(error) } : Object.fromEntries(known.map(([name, code]) => [name, say(code)])),
      );
    },
  } as const;
}
