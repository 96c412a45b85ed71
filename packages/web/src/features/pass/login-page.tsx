import { ApiRefusal } from '@assay/contract/client.ts';
import { followed } from '@assay/contract/sentences.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useForm } from '../../shared/form.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { useCameFrom, useEnter } from './enter.ts';
import { EntryForm, FormError } from './form-parts.tsx';
import { OtherWays } from './other-ways.tsx';
import { OtpStep } from './otp-step.tsx';
import { PassFrame } from './pass-frame.tsx';
import { useCarried } from './use-arrive.ts';

const empty = { account: '', password: '' };
/** The field that a code speaks of where the server names none. */
const meant: Partial<Record<Code, keyof typeof empty>> = { '10001': 'account', '10004': 'password', '10009': 'account' };

export function LoginPage() {
  const { t } = useTranslation('pass');
  const navigate = useNavigate();
  const cameFrom = useCameFrom();
  const carried = useCarried('otp');
  useTitle(t('login.title'));
  const enter = useEnter();
  const [awaiting, setAwaiting] = useState<{ entered: typeof empty; by: 'otp' | 'code' }>();
  const { field, error, submit, busy } = useForm({
    values: empty,
    check: ({ account, password }) => ({
      ...(account.trim() === '' && { account: t('enter.account') }),
      ...(password === '' && { password: t('enter.password') }),
    }),
    send: async ({ account, password }) => {
      const entered = { account: account.trim(), password };
      try {
        enter(await call(calls.login.login, entered));
      } catch (refusal) {
        if (!(refusal instanceof ApiRefusal && (refusal.code === '11021' || refusal.code === '11269'))) throw refusal;
        setAwaiting({ entered, by: refusal.code === '11021' ? 'otp' : 'code' });
      }
    },
    fieldOf: ({ code }) => meant[code],
  });

  if (carried !== undefined) {
    const { ticket } = carried;
    const back = () => void navigate('/pass/login', { replace: true, state: cameFrom });
    return <OtpStep send={(otp) => call(calls.login.finishSignIn, { ticket, otp })} onBack={back} />;
  }
  if (awaiting !== undefined) {
    const { entered, by } = awaiting;
    return (
      <OtpStep
        mailed={by === 'code'}
        send={(code) => call(calls.login.login, { ...entered, [by]: code })}
        onBack={() => setAwaiting(undefined)}
      />
    );
  }
  return (
    <PassFrame
      title={t('login.title')}
      lead={t('login.lead')}
      below={
        <>
          {followed(t('login.noAccount'))}
          <Link to="/pass/register" state={cameFrom} className="font-semibold text-accent hover:underline">
            {t('login.toRegister')}
          </Link>
        </>
      }
    >
      <EntryForm onSubmit={submit}>
        <Input
          {...field('account')}
          label={t('field.account')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
        />
        <PasswordField
          {...field('password')}
          label={t('field.password')}
          autoComplete="current-password"
          aside={
            <Link to="/pass/reset" className="-my-s2 rounded-small py-s2 text-accent hover:underline">
              {t('login.forgot')}
            </Link>
          }
        />
        <FormError message={error('form')} />
        <Button type="submit" look="primary" block busy={busy}>
          {t('login.submit')}
        </Button>
      </EntryForm>
      <OtherWays />
    </PassFrame>
  );
}
