import { ApiRefusal } from '@assay/contract/client.ts';
import { type Code, isCode } from '@assay/contract/vocabulary/codes.ts';
import type { FieldError, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../ui/states.tsx';

/** The field that a code speaks of where the server names none. */
const fieldOf: Partial<Record<Code, readonly string[]>> = {
  '10001': ['account'],
  '10002': ['email'],
  '10003': ['userName'],
  '10004': ['password'],
  '10006': ['userName'],
  '10007': ['email'],
  '10009': ['account', 'email'],
  '10091': ['code'],
  '11014': ['password', 'newPassword'],
  '11015': ['inviteCode'],
};

/** Puts what went wrong beside its field, or above the form where it belongs to none. */
export function useRefusal<F extends FieldValues>(fields: readonly Path<F>[], setError: UseFormSetError<F>) {
  const errorText = useErrorText();
  return (error: unknown) => {
    const named = error instanceof ApiRefusal ? Object.entries(error.fields) : [];
    if (error instanceof ApiRefusal && named.length === 0) {
      for (const name of fieldOf[error.code] ?? []) named.push([name, error.code]);
    }
    const known = fields.flatMap((field) => named.filter(([name]) => name === field).map(([, code]) => ({ field, code })));
    for (const [index, { field, code }] of known.entries()) setError(field, { message: code }, { shouldFocus: index === 0 });
    if (known.length === 0) setError('root', { message: errorText(error) });
  };
}

type Entered = 'account' | 'userName' | 'email' | 'password' | 'repeat' | 'code';

/** Words for a field's error: asks for what is missing, says what a code means, or "inconsistent". */
export function useFieldText(): (
  error: FieldError | undefined,
  field: Entered,
  value: string | undefined,
) => string | undefined {
  const { t } = useTranslation(['pass', 'codes']);
  return (error, field, value) => {
    if (error === undefined) return undefined;
    if ((value ?? '') === '') return t(`enter.${field}`);
    if (error.message === 'inconsistent') return t('inconsistent');
    return t(isCode(error.message) ? `codes:${error.message}` : 'codes:400');
  };
}
