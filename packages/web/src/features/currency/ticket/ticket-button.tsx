import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFormat } from '../../../shared/format.ts';
import { useMoneyLabel } from '../../../shared/money-label.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { Ticket } from './use-ticket.ts';

/** Sends the order, or says what stands in its way. */
export function TicketButton({ ticket, busy }: { ticket: Ticket; busy: boolean }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const money = useMoneyLabel();
  const { blocker, form, info } = ticket;
  const { pathname, search } = useLocation();
  if (blocker === 'signedOut') {
    return (
      <ButtonLink to="/pass/login" state={{ from: pathname + search }} look="primary" block>
        {t('blocker.signedOut')}
      </ButtonLink>
    );
  }
  if (blocker !== null) {
    const { lotsMin = '', lotsMax = '', lotStep = '' } = info.contract ?? {};
    const range = { min: format.quantity(lotsMin), max: format.quantity(lotsMax), step: format.quantity(lotStep) };
    return (
      <Button type="submit" block aria-disabled className="text-muted">
        <span aria-live="polite">{t(`blocker.${blocker}`, range)}</span>
      </Button>
    );
  }
  return (
    <Button type="submit" look={form.side === 'long' ? 'rise' : 'fall'} block busy={busy}>
      {money(t(`ticket.${form.side}`))}
    </Button>
  );
}
