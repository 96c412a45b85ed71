import { ApiRefusal } from '@assay/contract/client.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { cameBackFromGoogle } from '../../shared/client/social.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/panel.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { useArrive } from './use-arrive.ts';

/** Where Google sends people back to. It waits for one answer and goes on; visits from elsewhere are redirected. */
export function GoogleCallbackPage() {
  const { t } = useTranslation('pass');
  useTitle(t('callback.title'));
  const errorText = useErrorText();
  const arrive = useArrive();
  const [params] = useSearchParams();
  // Put into words only where it is shown: the language may be changed below it.
  const [problem, setProblem] = useState<'callback.declined' | 'callback.unknown' | { readonly error: unknown }>();
  // A code is good once: a second run of the effect must not send it again.
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const code = params.get('code');
    const start = cameBackFromGoogle(params.get('state'));
    const iss = params.get('iss');
    if (code === null || start === undefined) {
      setProblem(params.get('error') === 'access_denied' ? 'callback.declined' : 'callback.unknown');
      return;
    }
    const { link, from, ...kept } = start;
    const input = { code, ...kept, ...(iss !== null && { iss }), ...(link && { link }) };
    call(calls.login.loginByGoogle, input).then(
      (arrival) => arrive(arrival, from),
      (error: unknown) => setProblem({ error }),
    );
  }, [arrive, params]);

  const words = (told: NonNullable<typeof problem>) => {
    if (typeof told === 'string') return t(told);
    return told.error instanceof ApiRefusal ? told.error.message : errorText(told.error);
  };

  return (
    <Page className="flex flex-1 flex-col items-center justify-center gap-s5 py-s8 text-center">
      <h1 className="text-title font-semibold">{t(problem === undefined ? 'callback.title' : 'callback.failed')}</h1>
      <p role="status" className="max-w-[max(4.8rem,320px)] text-muted">
        {problem === undefined ? t('callback.text') : words(problem)}
      </p>
      {problem === undefined ? null : (
        <ButtonLink to="/pass/login" look="primary">
          {t('callback.back')}
        </ButtonLink>
      )}
    </Page>
  );
}
