import { useTranslation } from 'react-i18next';
import { UntilField } from '../../../shared/trading/until-field.tsx';
import { LimitField } from './limit-field.tsx';
import { hasLimit, hasTrigger } from './preview.ts';
import type { Ticket } from './use-ticket.ts';

/** What an order that waits is waiting for, and until when; nothing for one at the market. */
export function WaitingFields({ ticket, last }: { ticket: Ticket; last: string | null }) {
  const { t } = useTranslation('currency');
  const { form, change, info, preview } = ticket;
  const code = preview?.blocked?.code;
  if (form.type === 'market') return null;
  return (
    <>
      {hasTrigger(form) ? (
        <LimitField
          info={info}
          label={t('ticket.trigger')}
          value={form.trigger}
          onChange={(trigger) => change({ trigger })}
          last={last}
          wrong={code === '11304'}
          error={t(form.side === 'long' ? 'blocker.triggerLong' : 'blocker.triggerShort')}
          hint={t(form.type === 'stop' ? 'ticket.stopText' : 'ticket.stopLimitText')}
        />
      ) : null}
      {hasLimit(form) ? (
        <LimitField
          info={info}
          value={form.price}
          onChange={(price) => change({ price })}
          last={last}
          wrong={code === '11012'}
        />
      ) : null}
      <UntilField value={form.until} onChange={(until) => change({ until })} wrong={code === '11305'} />
    </>
  );
}
