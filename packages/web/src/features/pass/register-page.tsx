import { login } from '@assay/contract/endpoints/login.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { call } from '../../shared/client/api.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { CodeField } from './code-field.tsx';
import { useCameFrom, useEnter } from './enter.ts';
import { FormError } from './form-parts.tsx';
import { OtherWays } from './other-ways.tsx';
import { PassFrame } from './pass-frame.tsx';
import { useFieldText, useRefusal } from './refusal.ts';
import { useCarried } from './use-arrive.ts';

const schema = login.register.input
  .extend({ repeat: z.string().min(1) })
  .refine(({ password, repeat }) => password === repeat, { error: 'inconsistent', path: ['repeat'], when: () => true });

type Unique = 'userName' | 'email';
const taken = { userName: '10006', email: '10007' };

export function RegisterPage() {
  const { t } = useTranslation('pass');
  const cameFrom = useCameFrom();
  const carried = useCarried('account');
  useTitle(t('register.title'));
  const enter = useEnter();
  const text = useFieldText();
  // Whoever comes by an invitation need not copy its code.
  const [params] = useSearchParams();
  const [free, setFree] = useState<Partial<Record<Unique, string>>>({});
  const { register, handleSubmit, setError, trigger, watch, formState, getValues } = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      userName: '',
      email: carried?.email ?? '',
      password: '',
      repeat: '',
      code: '',
      inviteCode: params.get('invite') ?? '',
    },
  });
  const refused = useRefusal(['userName', 'email', 'password', 'code', 'inviteCode'], setError);
  const { errors, isSubmitting } = formState;
  const [userName, email, password] = watch(['userName', 'email', 'password']);

  /** Asks while the person goes on writing; the server asks itself again when the form is sent. */
  const check = async (field: Unique) => {
    const value = getValues(field);
    if (value === '' || !(await trigger(field))) return;
    try {
      const { available } = await call(login.checkUserNameOrPhone, { value });
      if (value !== getValues(field)) return;
      if (available) setFree((known) => ({ ...known, [field]: value }));
      else setError(field, { message: taken[field] });
    } catch {
      // The answer only helps; without it the form can still be sent.
    }
  };

  const submit = handleSubmit(async ({ repeat: _, inviteCode, ...values }) => {
    const invited = inviteCode === undefined || inviteCode === '' ? {} : { inviteCode };
    const linked = carried === undefined ? {} : { ticket: carried.ticket };
    try {
      enter(await call(login.register, { ...values, ...invited, ...linked }));
    } catch (error) {
      refused(error);
    }
  });

  const tick = (shown: boolean) =>
    shown ? <Check role="img" aria-label={t('available')} className="size-icon text-info" /> : null;

  return (
    <PassFrame
      title={t('register.title')}
      lead={t('register.lead')}
      below={
        <>
          {t('register.hasAccount')}{' '}
          <Link to="/pass/login" state={cameFrom} className="font-semibold text-accent hover:underline">
            {t('register.toLogin')}
          </Link>
        </>
      }
    >
      {carried === undefined ? null : <Linking label={carried.label} />}
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-s5">
        <Input
          {...register('userName', { onBlur: () => void check('userName') })}
          label={t('field.userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:[&_input]:text-end"
          error={text(errors.userName, 'userName', userName)}
          end={tick(userName !== '' && free.userName === userName)}
        />
        <Input
          {...register('email', { onBlur: () => void check('email') })}
          label={t('field.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          className="rtl:[&_input]:text-end"
          error={text(errors.email, 'email', email)}
          end={tick(email !== '' && free.email === email)}
        />
        <CodeField
          {...register('code')}
          purpose="register"
          address={async () => ((await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined)}
          onRefused={refused}
          error={text(errors.code, 'code', getValues('code'))}
        />
        <PasswordField
          {...register('password', { deps: formState.touchedFields.repeat ? ['repeat'] : [] })}
          label={t('field.password')}
          autoComplete="new-password"
          rated={password}
          error={text(errors.password, 'password', password)}
        />
        <PasswordField
          {...register('repeat')}
          label={t('field.repeat')}
          autoComplete="new-password"
          error={text(errors.repeat, 'repeat', getValues('repeat'))}
        />
        <Input
          {...register('inviteCode')}
          label={t('field.inviteCode')}
          autoComplete="off"
          dir="ltr"
          className="rtl:[&_input]:text-end"
          error={text(errors.inviteCode, 'code', getValues('inviteCode'))}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" look="primary" block busy={isSubmitting}>
          {t('register.submit')}
        </Button>
        <p className="text-caption text-muted">{t('register.terms')}</p>
      </form>
      {carried === undefined ? <OtherWays /> : null}
    </PassFrame>
  );
}

/** Says that the new account is linked to what one has come with. */
function Linking({ label }: { label: string }) {
  const { t } = useTranslation('pass');
  return (
    <p className="flex items-start gap-s3 rounded-middle bg-info-soft px-s4 py-s3 text-info">
      <Link2 aria-hidden className="mt-[0.15em] size-icon shrink-0" />
      <span>{t('register.linking', { label })}</span>
    </p>
  );
}
