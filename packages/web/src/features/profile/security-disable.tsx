import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { ProofFields } from './proof/proof-fields.tsx';
import { useSecurityChanged } from './security-data.ts';
import { useProof } from './security-form.ts';
import { SecurityStep } from './security-step.tsx';

/** Turns the authenticator off, by password and a code. */
export function DisableDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['security', 'pass']);
  const changed = useSecurityChanged();
  const { field, error, submit, busy } = useProof(
    { password: t('pass:enter.password'), otp: t('security:authenticator.enterCode') },
    'otp',
    async (values) => {
      await setAndSee({
        send: () => call(calls.user.disableOtp, values),
        look: () => call(calls.user.security, {}),
        stands: ({ authenticator }) => !authenticator,
        show: changed,
      });
      toast({ kind: 'success', title: t('security:authenticator.offDone') });
      onClose();
    },
  );
  return (
    <SecurityStep
      title={t('security:authenticator.offTitle')}
      text={t('security:authenticator.offText')}
      confirm={t('security:authenticator.turnOff')}
      look="danger"
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <ProofFields field={field} guarded />
    </SecurityStep>
  );
}
