import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../shared/preferences.ts';
import { Chip } from '../../../ui/chip.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { OrderFigures } from './order-figures.tsx';
import { withSeenPrice } from './preview.ts';
import { SizeFields } from './size-fields.tsx';
import { StopFields } from './stop-fields.tsx';
import { TicketButton } from './ticket-button.tsx';
import { orderInput, usePlaceOrder } from './use-place-order.ts';
import type { Ticket } from './use-ticket.ts';

/** The ticket for a leveraged contract: what is asked for, what it costs, and one button. */
export function ContractTicket({ ticket, onOpened }: { ticket: Ticket; onOpened?: () => void }) {
  const { form, info, preview, situation } = ticket;
  const confirms = usePreferences((preferences) => preferences.confirmContracts);
  const order = usePlaceOrder(info);
  /** The question before the order is sent; `seen` is the price that has moved since the person looked. */
  const [question, setQuestion] = useState<{ seen: string | null } | null>(null);

  const send = async () => {
    if (preview?.request === null || preview === null || situation === null || ticket.blocker !== null) {
      // Back on the ticket the button names whatever came in between.
      setQuestion(null);
      return;
    }
    const request = withSeenPrice(preview.request, situation);
    const outcome = await order.place(orderInput(info.code, request));
    setQuestion(outcome === 'requote' ? { seen: request.seenPrice ?? null } : null);
    if (outcome !== 'done') return;
    ticket.clear();
    onOpened?.();
  };
  const press = () => (confirms ? setQuestion({ seen: null }) : void send());

  return (
    <form
      className="flex flex-col gap-s4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ticket.blocker === null && !order.busy) press();
      }}
    >
      <TicketTerms ticket={ticket} />
      {form.type === 'limit' ? <LimitField ticket={ticket} /> : null}
      <SizeFields ticket={ticket} />
      <StopFields ticket={ticket} />
      <TicketButton ticket={ticket} busy={order.busy} />
      <div className="border-t border-line pt-s3">
        <OrderFigures ticket={ticket} />
      </div>
      <ConfirmOrder
        ticket={ticket}
        seen={question?.seen ?? null}
        open={question !== null && !order.unknown}
        onOpenChange={(open) => {
          if (!open) setQuestion(null);
        }}
        busy={order.busy}
        onConfirm={() => void send()}
        onCancel={order.cancel}
      />
    </form>
  );
}

/** Direction, order type and leverage. */
function TicketTerms({ ticket: { form, change, info } }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  return (
    <>
      <Segmented
        label={t('ticket.side')}
        value={form.side}
        onChange={(side) => change({ side })}
        options={[
          { value: 'long', label: t('ticket.long'), className: 'bg-rise text-on-change' },
          { value: 'short', label: t('ticket.short'), className: 'bg-fall text-on-change' },
        ]}
      />
      <div className="flex flex-col gap-s2">
        <Segmented
          label={t('ticket.type')}
          value={form.type}
          onChange={(type) => change({ type })}
          options={[
            { value: 'market', label: t('ticket.market') },
            { value: 'limit', label: t('ticket.limit') },
          ]}
        />
      </div>
      <div className="flex flex-col gap-s2">
        <span className="text-caption font-medium text-muted">{t('ticket.leverage')}</span>
        <div role="group" aria-label={t('ticket.leverage')} className="flex flex-wrap gap-s2">
          {(info.contract?.leverages ?? []).map((leverage) => (
            <Chip
              key={leverage}
              chosen={leverage === form.leverage}
              onClick={() => change({ leverage })}
              className="numbers min-w-[3.2em] flex-1 px-s1"
            >
              <bdi dir="ltr">{leverage}×</bdi>
            </Chip>
          ))}
        </div>
      </div>
    </>
  );
}

function LimitField({ ticket: { form, change, info, situation, preview } }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  const wrong = form.price !== '' && preview?.blocked?.code === '11012';
  const last = situation === null ? null : situation.quote[form.side === 'long' ? 'ask' : 'bid'];
  return (
    <NumberField
      label={t('ticket.price')}
      value={form.price}
      onChange={(price) => change({ price })}
      decimals={info.priceScale}
      error={wrong ? t('blocker.price') : undefined}
      unitCode={info.quote}
      unit={
        <span className="flex items-center gap-s2">
          {last === null ? null : (
            <button
              type="button"
              className="min-h-[24px] rounded-small px-s1 font-semibold text-accent hover:underline"
              onClick={() => change({ price: (last / 10 ** info.priceScale).toFixed(info.priceScale) })}
            >
              {t('ticket.useLast')}
            </button>
          )}
          {info.quote}
        </span>
      }
    />
  );
}
