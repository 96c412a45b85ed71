import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { securityCalls } from '@assay/contract/endpoints/security.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { toOwnerOnce } from '../../shared/told-once.tsx';
import { useWhileHere } from '../../shared/while-here.ts';
import { Button } from '../../ui/button.tsx';
import { isMobile } from '../../ui/device.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { CopyButton } from '../../ui/share/copy-button.tsx';
import { QrCode } from '../../ui/share/qr-code.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useSecurityChanged } from './security-data.ts';
import { useProof } from './security-form.ts';
import { SecurityStep } from './security-step.tsx';

type Enrolment = ResultOf<typeof securityCalls.enrolOtp>;

/** Sets the authenticator up: the password, then the picture and a first code; the recovery codes are then shown on every page. */
export function EnrolDialog({ onClose }: { onClose(): void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  return enrolment === undefined ? (
    <PasswordStep onClose={onClose} onDone={setEnrolment} />
  ) : (
    <ScanStep enrolment={enrolment} onClose={onClose} />
  );
}

function PasswordStep({ onClose, onDone }: { onClose(): void; onDone(enrolment: Enrolment): void }) {
  const { t } = useTranslation(['security', 'pass']);
  const { field, error, submit, busy } = useProof({ password: t('pass:enter.password') }, 'password', async (values) => {
    onDone(await call(calls.user.enrolOtp, { password: values.password }));
  });
  return (
    <SecurityStep
      title={t('security:authenticator.setUp')}
      text={t('security:authenticator.passwordText')}
      confirm={t('security:authenticator.next')}
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <PasswordField {...field('password')} label={t('pass:field.password')} autoComplete="current-password" />
    </SecurityStep>
  );
}

interface ScanProps {
  enrolment: Enrolment;
  onClose(): void;
}

function ScanStep({ enrolment: { secret, uri }, onClose }: ScanProps) {
  const { t } = useTranslation('security');
  const changed = useSecurityChanged();
  const done = useWhileHere(onClose);
  const { field, error, submit, busy } = useProof({ otp: t('authenticator.enterCode') }, 'otp', async (values) => {
    const tell = toOwnerOnce();
    await setAndSee<readonly string[] | null>({
      send: async () => (await call(calls.user.confirmOtp, { otp: values.otp })).recoveryCodes,
      // The codes are shown once: if lost, a new set-up gives others.
      look: async () => ((await call(calls.user.security, {})).authenticator ? [] : null),
      stands: (codes) => codes !== null,
      show: (codes) => {
        if (codes === null) return;
        changed();
        if (codes.length > 0) tell((stored) => <RecoveryCodes codes={codes} onStored={stored} />);
        else toast({ kind: 'error', title: t('authenticator.codesLost') });
        done();
      },
    });
  });
  return (
    <SecurityStep
      title={t('authenticator.setUp')}
      text={t('authenticator.scan')}
      confirm={t('authenticator.confirm')}
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="mx-auto w-[max(2.4rem,190px)]">
        <QrCode text={uri} label={t('authenticator.picture')} />
      </div>
      {isMobile ? (
        <a href={uri} className="text-center text-info underline underline-offset-2">
          {t('authenticator.open')}
        </a>
      ) : null}
      <div className="flex flex-col gap-s2">
        <span className="text-caption text-muted">{t('authenticator.key')}</span>
        <div className="flex items-center gap-s3">
          <code dir="ltr" className="numbers min-w-0 flex-1 break-words text-start rtl:text-end">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </code>
          <CopyButton text={secret} label={t('authenticator.copy')} copied={t('authenticator.copied')} />
        </div>
      </div>
      <Input
        {...field('otp')}
        label={t('authenticator.code')}
        dir="ltr"
        inputMode="numeric"
        maxLength={7}
        autoComplete="one-time-code"
        className="numbers rtl:[&_input]:text-end"
      />
    </SecurityStep>
  );
}

function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored(): void }) {
  const { t } = useTranslation('security');
  return (
    <Dialog
      open
      title={t('authenticator.codesTitle')}
      description={t('authenticator.codesText')}
      footer={
        <>
          <CopyButton
            text={codes.join('\n')}
            label={t('authenticator.copy')}
            copied={t('authenticator.copied')}
            size="normal"
          />
          <Button look="primary" onClick={onStored}>
            {t('authenticator.stored')}
          </Button>
        </>
      }
    >
      <ol dir="ltr" className="numbers grid grid-cols-2 gap-s2">
        {codes.map((code) => (
          <li key={code} className="rounded-middle bg-surface-2 px-s4 py-s2 text-center">
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
