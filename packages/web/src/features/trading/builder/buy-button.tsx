import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../../../shared/client/session.ts';
import { ToRealAccount } from '../../../shared/trading/demo-notice.tsx';
import { useStopped } from '../../../shared/trading/limits.ts';
import { StoppedButton } from '../../../shared/trading/stopped-button.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { Blocker } from '../preview.ts';

interface BuyButtonProps {
  blocker: Blocker | null;
  range: { readonly min: string; readonly max: string };
  busy: boolean;
}

/** Leads on, or shows what blocks it: signing in, the demo account, the form, the treasury. */
export function BuyButton({ blocker, range, busy }: BuyButtonProps) {
  const { t } = useTranslation('trading');
  const stopped = useStopped();
  const signedIn = useSession((session) => session.isLogin);
  const book = useBook();
  if (!signedIn) {
    return (
      <ButtonLink to="/pass/login" state={{ from: '/trading' }} look="primary" block>
        {t('signIn')}
      </ButtonLink>
    );
  }
  if (book === 'demo') {
    return (
      <div className="flex flex-col gap-s3">
        <ToRealAccount block />
        <p className="text-caption text-muted">{t('demo.title')}</p>
      </div>
    );
  }
  if (stopped !== null) return <StoppedButton limit={stopped} />;
  if (blocker !== null) {
    return (
      <Button type="submit" block aria-disabled className="text-muted">
        <span aria-live="polite">{t(`blocker.${blocker}`, range)}</span>
      </Button>
    );
  }
  return (
    <Button type="submit" look="primary" block busy={busy}>
      {t('buy')}
    </Button>
  );
}
