import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { nothing } from '@assay/domain/money/amount.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Slips } from '../../../shared/trading/slip-notes.tsx';
import { slippageBps } from '../../../shared/trading/slippage.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { OrderFigures } from './order-figures.tsx';
import { withSeenPrice } from './preview.ts';
import { SizeFields } from './size-fields.tsx';
import { StopFields, hasStops } from './stop-fields.tsx';
import { type Question, TicketForm } from './ticket-form.tsx';
import { orderInput, usePlaceOrder } from './use-place-order.ts';
import { type Entry, type Ticket, useTicket } from './use-ticket.ts';
import { WaitingFields } from './waiting-fields.tsx';

/** The ticket for a leveraged contract: the fields, the costs, and one button. */
export function ContractTicket({ entry, onOpened }: { entry: Entry; onOpened?: () => void }) {
  const { t } = useTranslation('currency');
  const ticket = useTicket(entry);
  const { form, info, preview, situation, blocker } = ticket;
  const order = usePlaceOrder(info);
  const request = blocker === null ? (preview?.request ?? null) : null;
  const send =
    request === null || situation === null
      ? null
      : (asks: () => boolean) => {
          const seeing = withSeenPrice(request, situation);
          return { outcome: order.place(orderInput(info.code, seeing), asks), seen: seeing.seenPrice ?? null };
        };
  const last = situation === null ? null : priceOf(situation.quote[form.side === 'long' ? 'ask' : 'bid'], info);
  return (
    <TicketForm
      blocker={useBlockerText(ticket)}
      signedIn={blocker !== 'signedOut'}
      entry={JSON.stringify(form)}
      send={send}
      submission={order}
      asks="confirmContracts"
      question={useQuestion(ticket)}
      look={form.side === 'long' ? 'gain' : 'loss'}
      action={t(`ticket.${form.side}`)}
      after={
        <div className="border-t border-line pt-s3">
          <OrderFigures ticket={ticket} />
        </div>
      }
      onDone={() => {
        ticket.clear();
        onOpened?.();
      }}
    >
      <TicketTerms entry={entry} />
      <WaitingFields ticket={ticket} last={last === null ? null : formatFixed(last, info.priceScale)} />
      <SizeFields
        entry={entry}
        quantity={preview?.decision ? formatFixed(preview.decision.terms.quantity) : null}
        available={situation?.available ?? nothing}
        hold={preview?.decision?.hold ?? nothing}
      />
      <Stops ticket={ticket} />
    </TicketForm>
  );
}

/** While no stop is filled in, nothing about them follows a price. */
const Stops = memo(StopFields, (before, { ticket }) => !hasStops(ticket.form) && before.ticket.entry === ticket.entry);

function useBlockerText({ blocker, form, info, stopped }: Ticket): string | null {
  const { t } = useTranslation('currency');
  const format = useFormat();
  if (blocker === null || blocker === 'signedOut') return null;
  if (blocker === 'stopped') return stopped;
  const { lotsMin = '', lotsMax = '', lotStep = '' } = info.contract ?? {};
  if (blocker === 'trigger') return t(form.side === 'long' ? 'blocker.triggerLong' : 'blocker.triggerShort');
  return t(`blocker.${blocker}`, {
    min: format.quantity(lotsMin),
    max: format.quantity(lotsMax),
    step: format.quantity(lotStep),
  });
}

/** Every figure, live, until it is confirmed. */
function useQuestion(ticket: Ticket): (seen: string | null) => Question | null {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { form, info, preview } = ticket;
  const request = preview?.request;
  const opening = preview?.decision?.opening.price;
  return (seen) => {
    if (!request) return null;
    const now = opening === undefined ? '' : format.price(formatFixed(priceOf(opening, info)), info.priceScale);
    const sentence = t('confirm.sentence', {
      side: t(`ticket.${form.side}`),
      lots: format.quantity(request.lots),
      name: info.appName,
      leverage: form.leverage,
    });
    const slippage = t('ticket.slippage', { percent: format.rate(String(slippageBps / 10_000)) });
    const financing = t('receipt.financingNote', { time: info.contract?.financingAt ?? '' });
    return {
      title: t(seen === null ? 'confirm.title' : 'confirm.requoteTitle'),
      description: seen === null ? sentence : t('confirm.requoteText', { seen: format.price(seen, info.priceScale), now }),
      ...(seen === null ? {} : { confirm: t('confirm.requote') }),
      figures: <OrderFigures ticket={ticket} whole />,
      slips: <Slips typed={typedOf(ticket)} />,
      note: [...(form.type === 'market' ? [slippage] : []), financing].map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      )),
    };
  };
}

/** The order as it was typed, to warn of possible typing errors. */
function typedOf({ form, info, preview, situation }: Ticket) {
  const { request, decision } = preview ?? {};
  if (!request || !decision || situation === null) return null;
  const buys = form.side === 'long';
  const market = priceOf(situation.quote[buys ? 'ask' : 'bid'], info);
  const at = (price: Ticks | null) => (price === null ? null : priceOf(price, info));
  return { buys, limit: at(decision.limit), trigger: at(decision.trigger), market, cost: decision.hold };
}

/** Direction, order type and leverage. */
const TicketTerms = memo(function TicketTerms({ entry: { form, change, info } }: { entry: Entry }) {
  const { t } = useTranslation('currency');
  return (
    <>
      <Segmented
        label={t('ticket.side')}
        value={form.side}
        onChange={(side) => change({ side })}
        options={[
          { value: 'long', label: t('ticket.long'), className: 'bg-gain text-on-change' },
          { value: 'short', label: t('ticket.short'), className: 'bg-loss text-on-change' },
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
            { value: 'stop', label: t('ticket.stop') },
            { value: 'stopLimit', label: t('ticket.stopLimit') },
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
});
