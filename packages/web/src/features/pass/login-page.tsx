import { ApiRefusal } from '@assay/contract/client.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../shared/client/api.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { useCameFrom, useEnter } from './enter.ts';
import { FormError } from './form-parts.tsx';
import { OtherWays } from './other-ways.tsx';
import { OtpStep } from './otp-step.tsx';
import { PassFrame } from './pass-frame.tsx';
import { useFieldText, useRefusal } from './refusal.ts';
import { useCarried } from './use-arrive.ts';

const schema = login.login.input.omit({ otp: true });

export function LoginPage() {
  const { t } = useTranslation('pass');
  const navigate = useNavigate();
  const cameFrom = useCameFrom();
  const carried = useCarried('otp');
  useTitle(t('login.title'));
  const enter = useEnter();
  const text = useFieldText();
  const { register, handleSubmit, setError, formState, getValues } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { account: '', password: '' },
  });
  const refused = useRefusal(['account', 'password'], setError);
  const { errors, isSubmitting } = formState;
  const [awaitingOtp, setAwaitingOtp] = useState<{ account: string; password: string }>();

  const submit = handleSubmit(async (values) => {
    const entered = { ...values, account: values.account.trim() };
    try {
      enter(await call(login.login, entered));
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === '11021') setAwaitingOtp(entered);
      else refused(error);
    }
  });

  if (carried !== undefined) {
    const { ticket } = carried;
    const back = () => void navigate('/pass/login', { replace: true, state: cameFrom });
    return <OtpStep send={(otp) => call(login.finishSignIn, { ticket, otp })} onBack={back} />;
  }
  if (awaitingOtp !== undefined) {
    return <OtpStep send={(otp) => call(login.login, { ...awaitingOtp, otp })} onBack={() => setAwaitingOtp(undefined)} />;
  }
  return (
    <PassFrame
      title={t('login.title')}
      lead={t('login.lead')}
      below={
        <>
          {t('login.noAccount')}{' '}
          <Link to="/pass/register" state={cameFrom} className="font-semibold text-accent hover:underline">
            {t('login.toRegister')}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-s5">
        <Input
          {...register('account')}
          label={t('field.account')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          error={text(errors.account, 'account', getValues('account'))}
        />
        <PasswordField
          {...register('password')}
          label={t('field.password')}
          autoComplete="current-password"
          error={text(errors.password, 'password', getValues('password'))}
          aside={
            <Link to="/pass/reset" className="-my-s2 rounded-small py-s2 text-accent hover:underline">
              {t('login.forgot')}
            </Link>
          }
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" look="primary" block busy={isSubmitting}>
          {t('login.submit')}
        </Button>
      </form>
      <OtherWays />
    </PassFrame>
  );
}
