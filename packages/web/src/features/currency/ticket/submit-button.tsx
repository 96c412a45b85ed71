import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Button, ButtonLink, type ButtonLook } from '../../../ui/button.tsx';

interface SubmitButtonProps {
  signedIn: boolean;
  /** What stands in the way, in words; null when nothing does. */
  blocker: string | null;
  look: ButtonLook;
  label: string;
  icon?: ReactNode;
  busy: boolean;
}

/** Sends the order, or says what stands in its way. */
export function SubmitButton({ signedIn, blocker, look, label, icon, busy }: SubmitButtonProps) {
  const { t } = useTranslation('currency');
  const money = useMoneyLabel();
  const { pathname, search } = useLocation();
  if (!signedIn) {
    return (
      <ButtonLink to="/pass/login" state={{ from: pathname + search }} look="primary" block>
        {t('blocker.signedOut')}
      </ButtonLink>
    );
  }
  if (blocker !== null) {
    return (
      <Button type="submit" block aria-disabled className="text-muted">
        <span aria-live="polite">{blocker}</span>
      </Button>
    );
  }
  return (
    <Button type="submit" look={look} block busy={busy}>
      {icon}
      {money(label)}
    </Button>
  );
}
