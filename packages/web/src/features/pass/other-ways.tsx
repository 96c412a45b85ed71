import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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

/** The two other ways in: Google, and the wallet of a wallet's own browser. */
export function OtherWays() {
  const { t } = useTranslation('pass');
  const errorText = useErrorText();
  const cameFrom = useCameFrom();
  const arrive = useArrive();
  const [busy, setBusy] = useState<'google' | 'wallet'>();
  const [error, setError] = useState<string>();

  const go = async (way: 'google' | 'wallet', action: () => Promise<void>) => {
    if (busy !== undefined) return;
    setBusy(way);
    setError(undefined);
    try {
      await action();
    } catch (problem) {
      if (problem instanceof NoWallet) setError(t('other.walletNeeded'));
      else if (!isDeclined(problem)) setError(errorText(problem));
      setBusy(undefined);
    }
  };
  const byGoogle = () => leaveForGoogle({ link: false, from: cameFrom?.from ?? '/' });
  const byWallet = async () => arrive(await arriveByWallet(false), cameFrom?.from ?? '/');

  return (
    <div className="flex flex-col gap-s3">
      <div className="flex items-center gap-s3 text-caption text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('other.or')}
      </div>
      <FormError message={error} />
      <Button block busy={busy === 'google'} disabled={busy === 'wallet'} onClick={() => void go('google', byGoogle)}>
        <GoogleMark />
        {t('other.google')}
      </Button>
      <Button block busy={busy === 'wallet'} disabled={busy === 'google'} onClick={() => void go('wallet', byWallet)}>
        <Wallet aria-hidden className="size-icon shrink-0" />
        {t('other.wallet')}
      </Button>
    </div>
  );
}
