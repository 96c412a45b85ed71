import { isNewPassword } from '@assay/contract/vocabulary/credentials.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { endingSession, whetherEnded } from '../../shared/client/log-out.ts';
import { useSession } from '../../shared/client/session.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { useForm } from '../../shared/form.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { SecurityPart } from './security-part.tsx';
import { Fault } from './security-step.tsx';

const empty = { old: '', fresh: '', repeat: '' };

/** Changes the password by the old one. The change ends every session, so it leads to the login page. */
export function PasswordPart() {
  const { t } = useTranslation(['profile', 'pass', 'codes']);
  const navigate = useNavigate();
  const { typed, field, error, submit, busy } = useForm({
    values: empty,
    check: ({ old, fresh, repeat }) => ({
      ...(old === '' && { old: t('pass:enter.password') }),
      ...(fresh === '' ? { fresh: t('pass:enter.password') } : !isNewPassword(fresh) && { fresh: t('codes:11266') }),
      ...(repeat === '' ? { repeat: t('pass:enter.repeat') } : repeat !== fresh && { repeat: t('pass:inconsistent') }),
    }),
    send: async ({ old, fresh }) => {
      await endingSession(() =>
        setAndSee({
          send: () => call(calls.user.repassword, { oldPassword: old, newPassword: fresh }).then(() => 'ended'),
          look: whetherEnded,
          stands: (session) => session === 'ended',
          show: () => undefined,
        }),
      );
      useSession.getState().signOut();
      toast({ kind: 'success', title: t('profile:password.done'), text: t('profile:password.doneText') });
      void navigate('/pass/login');
    },
    fieldOf: ({ code }) => (code === '10004' ? 'old' : 'fresh'),
  });
  return (
    <SecurityPart title={t('profile:password.title')} text={t('profile:password.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex max-w-[max(4.8rem,380px)] flex-col gap-s5"
      >
        <PasswordField {...field('old')} label={t('profile:password.old')} autoComplete="current-password" />
        <PasswordField
          {...field('fresh')}
          label={t('pass:field.newPassword')}
          autoComplete="new-password"
          rated={typed.fresh}
        />
        <PasswordField {...field('repeat')} label={t('pass:field.repeat')} autoComplete="new-password" />
        <Fault text={error('form')} />
        <Button type="submit" look="primary" busy={busy} className="self-start mobile:self-stretch">
          {t('profile:password.submit')}
        </Button>
      </form>
    </SecurityPart>
  );
}
