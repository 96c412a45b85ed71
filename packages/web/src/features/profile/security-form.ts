import { ApiRefusal } from '@assay/contract/client.ts';
import { useState } from 'react';
import { useErrorText } from '../../ui/states.tsx';

type Field = 'password' | 'otp';

/** Password and code of a dialog, what is wrong with each, and whether their call is under way. */
export function useProof() {
  const errorText = useErrorText();
  const [values, setValues] = useState({ password: '', otp: '' });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [busy, setBusy] = useState(false);

  const field = (name: Field) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((known) => ({ ...known, [name]: value }));
      setErrors((known) => ({ ...known, [name]: undefined }));
    },
  });
  /** Runs a call unless something is missing; what it throws stands beside the field it speaks of, or else the last one. */
  const submit = async (missing: Partial<Record<Field, string>>, last: Field, action: () => Promise<void>) => {
    const found = Object.entries(missing).filter(([name]) => values[name === 'password' ? 'password' : 'otp'].trim() === '');
    setErrors(Object.fromEntries(found));
    if (found.length > 0 || busy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      const wrongPassword = error instanceof ApiRefusal && error.code === '10004';
      setErrors({ [wrongPassword ? 'password' : last]: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { values, field, submit, busy };
}
