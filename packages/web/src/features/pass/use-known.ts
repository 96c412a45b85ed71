import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';

export type Unique = 'userName' | 'email';
type Answer = { readonly value: string; readonly available: boolean };

/** What the server has said of a name and an address before the form is sent, when it asks itself again. */
export function useKnown() {
  const { t } = useTranslation('codes');
  const [answers, setAnswers] = useState<Partial<Record<Unique, Answer>>>({});
  /** An answer is about the requested value alone; values typed since are unknown. */
  const about = (name: Unique, value: string) => (answers[name]?.value === value ? answers[name].available : undefined);
  return {
    free: (name: Unique, value: string) => about(name, value) === true,
    taken: (name: Unique, value: string) =>
      about(name, value) === false ? t(name === 'userName' ? '10006' : '10007') : undefined,
    async ask(name: Unique, value: string) {
      try {
        const { available } = await call(calls.login.checkUserNameOrPhone, { value });
        setAnswers((before) => ({ ...before, [name]: { value, available } }));
      } catch {
        // The answer only helps; without it the form can still be sent.
      }
    },
  };
}
