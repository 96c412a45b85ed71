import { email, mailCode, newPassword } from '@assay/contract/endpoints/login.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { z } from 'zod';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { CodeField } from './code-field.tsx';
import { FormError } from './form-parts.tsx';
import { PassFrame } from './pass-frame.tsx';
import { useFieldText, useRefusal } from './refusal.ts';

const schema = z
  .object({ email, code: mailCode, newPassword, repeat: z.string().min(1) })
  .refine((values) => values.newPassword === values.repeat, { error: 'inconsistent', path: ['repeat'], when: () => true });

/** Recovers a password by a mailed code. The change ends every session, this one too. */
export function ResetPage() {
  const { t } = useTranslation('pass');
  useTitle(t('reset.title'));
  const navigate = useNavigate();
  const text = useFieldText();
  const { register, handleSubmit, setError, trigger, watch, formState, getValues } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', code: '', newPassword: '', repeat: '' },
  });
  const refused = useRefusal(['email', 'code', 'newPassword'], setError);
  const { errors, isSubmitting } = formState;
  const password = watch('newPassword');

  const submit = handleSubmit(async ({ repeat: _, ...values }) => {
    try {
      await call(calls.user.repassword, values);
      useSession.getState().signOut();
      toast({ kind: 'success', title: t('reset.done'), text: t('reset.doneText') });
      void navigate('/pass/login');
    } catch (error) {
      refused(error);
    }
  });

  return (
    <PassFrame
      title={t('reset.title')}
      lead={t('reset.lead')}
      below={
        <>
          {t('reset.remembered')}{' '}
          <Link to="/pass/login" className="font-semibold text-accent hover:underline">
            {t('login.title')}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-s5">
        <Input
          {...register('email')}
          label={t('field.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          className="rtl:[&_input]:text-end"
          error={text(errors.email, 'email', getValues('email'))}
        />
        <CodeField
          {...register('code')}
          purpose="reset"
          address={async () => ((await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined)}
          onRefused={refused}
          error={text(errors.code, 'code', getValues('code'))}
        />
        <PasswordField
          {...register('newPassword')}
          label={t('field.newPassword')}
          autoComplete="new-password"
          rated={password}
          error={text(errors.newPassword, 'password', password)}
        />
        <PasswordField
          {...register('repeat')}
          label={t('field.repeat')}
          autoComplete="new-password"
          error={text(errors.repeat, 'repeat', getValues('repeat'))}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" look="primary" block busy={isSubmitting}>
          {t('reset.submit')}
        </Button>
      </form>
    </PassFrame>
  );
}
