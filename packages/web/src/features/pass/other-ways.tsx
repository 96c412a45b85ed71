import { followed } from '@assay/contract/sentences.ts';
import { KeyRound, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyPlace, passkeyTrouble, signInByPasskey } from '../../shared/client/passkeys.ts';
import { NoWallet, arriveByWallet, isDeclined, leaveForGoogle } from '../../shared/client/social.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { useCameFrom } from './enter.ts';
import { FormError } from './form-parts.tsx';
import { useArrive } from './use-arrive.ts';

function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-icon shrink-0" fill="none" stroke="currentColor" strokeWidth="2.2">
      <path d="M20 12h-8M20 12a8 8 0 1 1-2.5-5.8" strokeLinecap="round" />
    </svg>
  );
}

type Way = 'passkey' | 'google' | 'wallet';

/** The other ways in: a passkey, Google, and the wallet of a wallet's own browser. New users have no passkey yet. */
export function OtherWays({ isNew = false }: { isNew?: boolean }) {
  const { t } = useTranslation('pass');
  const errorText = useErrorText();
  const cameFrom = useCameFrom();
  const arrive = useArrive();
  const [busy, setBusy] = useState<Way>();
  const [error, setError] = useState<string>();

  const go = async (way: Way, action: () => Promise<void>) => {
    if (busy !== undefined) return;
    setBusy(way);
    setError(undefined);
    try {
      await action();
    } catch (problem) {
      if (problem instanceof NoWallet) setError(t('other.walletNeeded'));
      else if (passkeyTrouble(problem) !== undefined) setError(t('other.passkeyFailed'));
      else if (!isDeclined(problem)) setError(errorText(problem));
      setBusy(undefined);
    }
  };
  const byGoogle = () => leaveForGoogle({ link: false, from: cameFrom?.from ?? '/' });
  const byPasskey = async () => arrive(await signInByPasskey(), cameFrom?.from ?? '/');
  const byWallet = async () => arrive(await arriveByWallet(false), cameFrom?.from ?? '/');
  /** Waits for another way to end. */
  const idle = (way: Way) => busy !== undefined && busy !== way;

  return (
    <div className="flex flex-col gap-s3">
      <div className="flex items-center gap-s3 text-caption text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('other.or')}
      </div>
      <FormError message={error} />
      {isNew ? null : (
        <ByPasskey busy={busy === 'passkey'} disabled={idle('passkey')} onGo={() => void go('passkey', byPasskey)} />
      )}
      <Button block busy={busy === 'google'} disabled={idle('google')} onClick={() => void go('google', byGoogle)}>
        <GoogleMark />
        {t('other.google')}
      </Button>
      <Button block busy={busy === 'wallet'} disabled={idle('wallet')} onClick={() => void go('wallet', byWallet)}>
        <Wallet aria-hidden className="size-icon shrink-0" />
        {t('other.wallet')}
      </Button>
    </div>
  );
}

/** Where the address is only a number it says where passkeys work; where they are unknown it is not there. */
function ByPasskey({ busy, disabled, onGo }: { busy: boolean; disabled: boolean; onGo(): void }) {
  const { t } = useTranslation('pass');
  const place = passkeyPlace();
  if (place.at === 'nowhere') return null;
  if (place.at === 'elsewhere') {
    return (
      <p className="text-center text-caption text-muted">
        {followed(t('other.passkeyElsewhere'))}
        <a href={`${place.origin}/pass/login`} className="font-semibold text-accent hover:underline">
          <bdi className="numbers">{place.origin}</bdi>
        </a>
      </p>
    );
  }
  return (
    <Button block busy={busy} disabled={disabled} onClick={onGo}>
      <KeyRound aria-hidden className="size-icon shrink-0" />
      {t('other.passkey')}
    </Button>
  );
}
