import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { SubmitButton } from './submit-button.tsx';
import type { Ticket } from './use-ticket.ts';

/** The contract ticket's button. */
export function TicketButton({ ticket, busy }: { ticket: Ticket; busy: boolean }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { blocker, form, info, stopped } = ticket;
  const { lotsMin = '', lotsMax = '', lotStep = '' } = info.contract ?? {};
  const range = { min: format.quantity(lotsMin), max: format.quantity(lotsMax), step: format.quantity(lotStep) };
  return (
    <SubmitButton
      signedIn={blocker !== 'signedOut'}
      blocker={
        blocker === null || blocker === 'signedOut' ? null : blocker === 'stopped' ? stopped : t(`blocker.${blocker}`, range)
      }
      look={form.side === 'long' ? 'rise' : 'fall'}
      label={t(`ticket.${form.side}`)}
      busy={busy}
    />
  );
}
