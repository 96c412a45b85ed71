import { isEmail, mailCodePattern } from '@assay/contract/vocabulary/credentials.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useSession } from '../../../shared/client/session.ts';
import { setAndSee } from '../../../shared/client/setting.ts';
import { CodeField } from '../../../shared/code-field.tsx';
import { useForm } from '../../../shared/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { ProofFields } from '../proof/proof-fields.tsx';
import { useSecurity } from '../security-data.ts';
import { SecurityPart } from '../security-part.tsx';
import { SecurityStep } from '../security-step.tsx';

/** Where codes and notices go, and the way to another address. */
export function EmailPart() {
  const { t } = useTranslation('security');
  const masked = useSession((session) => session.userInfo?.email ?? '');
  const { data } = useSecurity();
  const [open, setOpen] = useState(false);
  return (
    <SecurityPart title={t('email.title')} text={t('email.text')}>
      <div className="flex flex-wrap items-center gap-s4">
        <bdi className="min-w-0 break-all">{masked}</bdi>
        <Button disabled={data === undefined} onClick={() => setOpen(true)} className="mobile:w-full">
          {t('email.change')}
        </Button>
      </div>
      {open && data !== undefined ? <ChangeDialog guarded={data.authenticator} onClose={() => setOpen(false)} /> : null}
    </SecurityPart>
  );
}

const empty = { email: '', code: '', oldCode: '', password: '', otp: '' };

/** Both addresses show a code; the password, and the authenticator where there is one, show that it is the owner. */
function ChangeDialog({ guarded, onClose }: { guarded: boolean; onClose(): void }) {
  const { t } = useTranslation(['security', 'pass', 'codes']);
  const { field, error, passes, refused, typed, submit, busy } = useForm({
    values: empty,
    check: ({ email, code, oldCode, password, otp }) => ({
      ...(!isEmail(email.trim()) && { email: t('codes:10002') }),
      ...(!mailCodePattern.test(code) && { code: t('security:email.enterCode') }),
      ...(!mailCodePattern.test(oldCode) && { oldCode: t('security:email.enterCode') }),
      ...(password === '' && { password: t('pass:enter.password') }),
      ...(guarded && otp.trim() === '' && { otp: t('security:authenticator.enterCode') }),
    }),
    send: async ({ email, otp, ...shown }) => {
      await changed({ ...shown, email: email.trim(), ...(guarded && { otp: otp.trim() }) });
      toast({ kind: 'success', title: t('security:email.done') });
      onClose();
    },
    fieldOf: ({ code }) => (code === '10004' ? 'password' : undefined),
  });
  return (
    <SecurityStep
      title={t('security:email.changeTitle')}
      text={t('security:email.text')}
      confirm={t('security:email.confirm')}
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <Input
        {...field('email')}
        label={t('security:email.newEmail')}
        type="email"
        autoComplete="email"
        dir="ltr"
        className="rtl:[&_input]:text-end"
      />
      <CodeField
        {...field('code')}
        label={t('security:email.newCode')}
        purpose="email"
        address={() => (passes('email') ? typed.email.trim() : undefined)}
        onRefused={refused}
      />
      <CodeField {...field('oldCode')} label={t('security:email.oldCode')} purpose="oldEmail" onRefused={refused} />
      <ProofFields field={field} guarded={guarded} />
    </SecurityStep>
  );
}

/** Moves the account, and shows the address that counts from now on. */
async function changed(input: { email: string; code: string; oldCode: string; password: string; otp?: string }): Promise<void> {
  const { token, setUserInfo } = useSession.getState();
  const host = input.email.slice(input.email.indexOf('@')).toLowerCase();
  await setAndSee({
    send: () => call(calls.user.changeEmail, input),
    look: () => call(calls.user.getUserInfo, {}),
    // A browser gets the address only in part.
    stands: ({ email }) => email.toLowerCase() === `${input.email[0]}***${host}`.toLowerCase(),
    show: (info) => setUserInfo(info, token),
  });
}
