import { followed } from '@assay/contract/sentences.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { CodeField } from '../../shared/code-field.tsx';
import { useForm } from '../../shared/form.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useEntries } from './entries.ts';
import { EntryForm, FormError } from './form-parts.tsx';
import { PassFrame } from './pass-frame.tsx';
import { forgetResetTicket, resetTicket } from './reset-ticket.ts';

const empty = { email: '', code: '', newPassword: '', repeat: '' };
/** The field that a code speaks of where the server names none. */
const meant: Partial<Record<Code, keyof typeof empty>> = {
  '10002': 'email',
  '10007': 'email',
  '10009': 'email',
  '10091': 'code',
  '11266': 'newPassword',
  '11267': 'newPassword',
  '11268': 'newPassword',
};

/** Recovers a password by a mailed code. The change ends every session, this one too. */
export function ResetPage() {
  const { t } = useTranslation('pass');
  useTitle(t('reset.title'));
  const navigate = useNavigate();
  const entries = useEntries();
  const [ticket] = useState(resetTicket);
  const { typed, field, error, passes, refused, submit, busy } = useForm({
    values: empty,
    check: ({ email, code, newPassword, repeat }) => ({
      email: entries.email(email),
      code: entries.code(code),
      newPassword: entries.password(newPassword),
      repeat: entries.repeat(repeat, newPassword),
    }),
    send: async ({ repeat: _, ...entered }) => {
      await call(calls.user.repassword, { ...entered, ticket });
      forgetResetTicket();
      useSession.getState().signOut();
      toast({ kind: 'success', title: t('reset.done'), text: t('reset.doneText') });
      void navigate('/pass/login');
    },
    fieldOf: ({ code }) => meant[code],
  });

  return (
    <PassFrame
      title={t('reset.title')}
      lead={t('reset.lead')}
      below={
        <>
          {followed(t('reset.remembered'))}
          <Link to="/pass/login" className="font-semibold text-accent hover:underline">
            {t('login.title')}
          </Link>
        </>
      }
    >
      <EntryForm onSubmit={submit}>
        <Input
          {...field('email')}
          label={t('field.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          className="rtl:[&_input]:text-end"
        />
        <CodeField
          {...field('code')}
          label={t('field.code')}
          purpose="reset"
          ticket={ticket}
          address={() => (passes('email') ? typed.email : undefined)}
          onRefused={refused}
        />
        <PasswordField
          {...field('newPassword')}
          label={t('field.newPassword')}
          autoComplete="new-password"
          rated={typed.newPassword}
        />
        <PasswordField {...field('repeat')} label={t('field.repeat')} autoComplete="new-password" />
        <FormError message={error('form')} />
        <Button type="submit" look="primary" block busy={busy}>
          {t('reset.submit')}
        </Button>
      </EntryForm>
    </PassFrame>
  );
}
