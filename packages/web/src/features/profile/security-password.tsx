import { ApiRefusal } from '@assay/contract/client.ts';
import { newPassword } from '@assay/contract/endpoints/login.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { endingSession } from '../../shared/client/log-out.ts';
import { useSession } from '../../shared/client/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { SecurityPart } from './security-part.tsx';

type Field = 'old' | 'fresh' | 'repeat';
type Texts = Record<Field, string>;

const empty: Texts = { old: '', fresh: '', repeat: '' };

/** Changes the password by the old one. The change ends every session, so it leads to the login page. */
export function PasswordPart() {
  const { t } = useTranslation(['profile', 'pass', 'codes']);
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [texts, setTexts] = useState(empty);
  const [errors, setErrors] = useState<Partial<Texts>>({});
  const [busy, setBusy] = useState(false);

  const check = (): Partial<Texts> => {
    const { old, fresh, repeat } = texts;
    const found: Partial<Texts> = {};
    if (old === '') found.old = t('pass:enter.password');
    if (fresh === '') found.fresh = t('pass:enter.password');
    else if (!newPassword.safeParse(fresh).success) found.fresh = t('codes:11014');
    if (repeat === '') found.repeat = t('pass:enter.repeat');
    else if (repeat !== fresh) found.repeat = t('pass:inconsistent');
    return found;
  };
  const submit = async () => {
    const found = check();
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      await endingSession(() => call(calls.user.repassword, { oldPassword: texts.old, newPassword: texts.fresh }));
      useSession.getState().signOut();
      toast({ kind: 'success', title: t('profile:password.done'), text: t('profile:password.doneText') });
      void navigate('/pass/login');
    } catch (error) {
      const wrongOld = error instanceof ApiRefusal && error.code === '10004';
      setErrors(wrongOld ? { old: errorText(error) } : { fresh: errorText(error) });
      setBusy(false);
    }
  };
  const field = (name: Field) => ({
    value: texts[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setTexts((known) => ({ ...known, [name]: value }));
      setErrors((known) => ({ ...known, [name]: undefined }));
    },
  });
  return (
    <SecurityPart title={t('profile:password.title')} text={t('profile:password.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="flex max-w-[max(4.8rem,380px)] flex-col gap-s5"
      >
        <PasswordField {...field('old')} label={t('profile:password.old')} autoComplete="current-password" />
        <PasswordField
          {...field('fresh')}
          label={t('pass:field.newPassword')}
          autoComplete="new-password"
          rated={texts.fresh}
        />
        <PasswordField {...field('repeat')} label={t('pass:field.repeat')} autoComplete="new-password" />
        <Button type="submit" look="primary" busy={busy} className="self-start mobile:self-stretch">
          {t('profile:password.submit')}
        </Button>
      </form>
    </SecurityPart>
  );
}
