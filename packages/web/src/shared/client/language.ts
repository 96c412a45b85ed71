import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { calls } from 'virtual:calls';
import { call } from './api.ts';
import { useSession } from './session.ts';

/**
 * Shows the site in a language from now on, and lets the mails of a signed-in user follow. Where that fails they keep their
 * language; a sign-out waits for no answer.
 */
export function chooseLanguage(language: Language): void {
  const { isLogin, setLanguage } = useSession.getState();
  setLanguage(language);
  if (!isLogin) return;
  const ending = new AbortController();
  const unsubscribe = useSession.subscribe(({ isLogin: stillIs }) => {
    if (!stillIs) ending.abort();
  });
  call(calls.user.updateProfile, { language }, { signal: ending.signal })
    .catch(() => undefined)
    .finally(unsubscribe);
}
