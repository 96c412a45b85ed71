import { useForm } from '../../shared/form.ts';

const empty = { password: '', otp: '' };
type Proof = typeof empty;

/** Password and code of a dialog. An error of the call is shown beside its field, or else the last one. */
export function useProof(missing: Partial<Proof>, last: keyof Proof, action: (typed: Proof) => Promise<void>) {
  return useForm<Proof>({
    values: empty,
    check: (typed) => ({
      ...(typed.password.trim() === '' && 'password' in missing && { password: missing.password }),
      ...(typed.otp.trim() === '' && 'otp' in missing && { otp: missing.otp }),
    }),
    send: action,
    fieldOf: ({ code }) => (code === '10004' ? 'password' : last),
  });
}
