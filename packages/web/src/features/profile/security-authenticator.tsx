import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useSecurity } from './security-data.ts';
import { DisableDialog } from './security-disable.tsx';
import { EnrolDialog } from './security-enrol.tsx';
import { SecurityPart } from './security-part.tsx';

/** The second factor: whether it is on, and the ways on and off. */
export function AuthenticatorPart() {
  const { t } = useTranslation('security');
  const { data, isError, error, refetch } = useSecurity();
  const [open, setOpen] = useState<'enrol' | 'disable'>();
  const close = () => setOpen(undefined);
  const on = data?.authenticator === true;
  return (
    <SecurityPart
      title={t('authenticator.title')}
      text={t('authenticator.text')}
      state={
        data === undefined ? null : (
          <Badge tone={on ? 'accent' : 'neutral'}>{t(on ? 'authenticator.on' : 'authenticator.off')}</Badge>
        )
      }
    >
      {data === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={1} />
        )
      ) : (
        <div className="flex flex-wrap items-center gap-s4">
          <Button
            look={on ? 'secondary' : 'primary'}
            onClick={() => setOpen(on ? 'disable' : 'enrol')}
            className="mobile:w-full"
          >
            {t(on ? 'authenticator.turnOff' : 'authenticator.turnOn')}
          </Button>
          {on ? (
            <span className="text-caption text-muted">{t('authenticator.codesLeft', { count: data.recoveryCodesLeft })}</span>
          ) : null}
        </div>
      )}
      {open === 'enrol' ? <EnrolDialog onClose={close} /> : null}
      {open === 'disable' ? <DisableDialog onClose={close} /> : null}
    </SecurityPart>
  );
}
