import type { LoanLimits } from '@assay/domain/loans/decide-loan.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../../../shared/client/session.ts';
import { ToRealAccount } from '../../../shared/trading/demo-notice.tsx';
import { useKycStatus } from '../../../shared/trading/kyc-status.ts';
import { useStopped } from '../../../shared/trading/limits.ts';
import { StoppedButton } from '../../../shared/trading/stopped-button.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { Blocker } from '../preview.ts';

/** Leads on, or shows what blocks it: signing in, the demo account, the identity check, the form. */
export function BorrowButton({ blocker, limits }: { blocker: Blocker | null; limits: LoanLimits }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const signedIn = useSession((session) => session.isLogin);
  const book = useBook();
  const status = useKycStatus().data;
  const stopped = useStopped();
  if (!signedIn) {
    return (
      <ButtonLink to="/pass/login" state={{ from: '/loan' }} look="primary" block>
        {t('signIn')}
      </ButtonLink>
    );
  }
  if (book === 'demo') {
    return <ToRealAccount block />;
  }
  if (stopped !== null) return <StoppedButton limit={stopped} />;
  if (status !== 'verified') {
    const waits = status === 'pendingReview';
    return (
      <Button
        block
        look={waits ? 'secondary' : 'primary'}
        aria-disabled={waits || status === undefined}
        onClick={() => document.querySelector('#identity')?.scrollIntoView({ behavior: 'smooth' })}
      >
        {t(waits ? 'identity.waits' : 'identity.first')}
      </Button>
    );
  }
  if (blocker !== null) {
    const values = { open: limits.openMax, total: `${format.amount(formatAmount(limits.totalMax, usdt))} USDT` };
    return (
      <Button type="submit" block aria-disabled className="text-muted">
        <span aria-live="polite">
          {blocker === 'range'
            ? t('blocker.amount')
            : blocker === 'limit'
              ? t('blocker.limit', values)
              : t(`blocker.${blocker}`)}
        </span>
      </Button>
    );
  }
  return (
    <Button type="submit" look="primary" block>
      {t('review')}
    </Button>
  );
}
