import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Fixed, formatFixed, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { holdingOf, holdingOfLots, resultAt } from '@assay/domain/positions/costs.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import { lotsOf } from '@assay/domain/positions/targets/targets.ts';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { netText } from '../../../shared/trading/live-position.ts';
import { TargetFields } from '../../../shared/trading/targets/target-fields.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type TicketForm, stopKinds } from './preview.ts';
import type { Ticket } from './use-ticket.ts';

const percentDecimals = 2;
const usdtDecimals = 2;

/** Stop-loss, take-profit and trailing stop, folded away until someone wants them. */
export function StopFields({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  const details = useRef<HTMLDetailsElement>(null);
  const isAny = hasStops(ticket.form);
  // It opens when it has a value, and is folded by the person alone: a field with the focus is never hidden.
  useLayoutEffect(() => {
    if (isAny && details.current !== null) details.current.open = true;
  }, [isAny]);
  return (
    <details ref={details} className="group">
      <summary className="flex min-h-control-small cursor-pointer list-none items-center justify-between rounded-small text-caption font-medium text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        {t('ticket.stops')}
        <ChevronDown aria-hidden className="size-icon transition-quick group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-s4 pt-s2">
        <StopField ticket={ticket} which="stopLoss" />
        <StopField ticket={ticket} which="takeProfit" />
        <TicketTargets ticket={ticket} />
        <TrailingField ticket={ticket} />
      </div>
    </details>
  );
}

/** Whether any of them is filled in. */
export const hasStops = ({ targets, stopLoss, takeProfit, trailing }: TicketForm): boolean =>
  targets.length > 0 || [stopLoss, takeProfit, trailing].some(({ text }) => text !== '');

function StopField({ ticket, which }: { ticket: Ticket; which: 'stopLoss' | 'takeProfit' }) {
  const { t } = useTranslation('currency');
  const { form, change, info, preview } = ticket;
  const entry = form[which];
  const decimals = { price: info.priceScale, percent: percentDecimals, amount: usdtDecimals }[entry.by];
  const blocked = preview?.blocked;
  const wrong = entry.text !== '' && blocked?.code === '11005' && blocked.field === which;
  const hint = useStopHint(ticket, which);
  return (
    <NumberField
      label={t(`ticket.${which}`)}
      aside={
        <Segmented
          compact
          label={t(`ticket.${which}`)}
          value={entry.by}
          onChange={(by) => change({ [which]: { by, text: '' } })}
          options={stopKinds.map((value) => ({ value, label: t(`ticket.by.${value}`) }))}
        />
      }
      value={entry.text}
      onChange={(text) => change({ [which]: { ...entry, text } })}
      decimals={decimals}
      placeholder={entry.by === 'price' ? t(`ticket.enter.${which}`) : ''}
      unit={entry.by === 'price' ? info.quote : entry.by === 'percent' ? '%' : 'USDT'}
      error={wrong ? t(`blocker.${which}`) : undefined}
      hint={hint === '' ? undefined : <bdi dir="ltr">{hint}</bdi>}
    />
  );
}

/** Targets: prices at which parts of the order are closed with a profit. */
function TicketTargets({ ticket: { form, change, info, preview } }: { ticket: Ticket }) {
  const decision = preview?.decision ?? null;
  const brings =
    decision === null
      ? []
      : decision.targets.map((target) => ({ ...target, net: netAt(decision, target.price, toFixed(target.lots)) }));
  const { lotStep = '', lotsMin = '' } = info.contract ?? {};
  return (
    <TargetFields
      entries={form.targets}
      onChange={(targets) => change({ targets })}
      by="percent"
      market={{ priceScale: info.priceScale, lotStep, lotsMin }}
      brings={brings}
      wrong={preview?.blocked?.target ?? null}
    />
  );
}

/** A stop that follows the best price, at a distance in price or in percent of the price at which the order opens. */
function TrailingField({ ticket: { form, change, info, preview } }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { by, text } = form.trailing;
  const trailing = preview?.decision?.stops.trailing ?? null;
  const distance = trailing === null ? null : formatFixed(priceOf(trailing.distance, info), info.priceScale);
  return (
    <NumberField
      label={t('ticket.trailing')}
      aside={
        <Segmented
          compact
          label={t('ticket.trailing')}
          value={by}
          onChange={(next) => change({ trailing: { by: next, text: '' } })}
          options={(['price', 'percent'] as const).map((value) => ({ value, label: t(`ticket.by.${value}`) }))}
        />
      }
      value={text}
      onChange={(typed) => change({ trailing: { by, text: typed } })}
      decimals={by === 'price' ? info.priceScale : percentDecimals}
      unit={by === 'price' ? info.quote : '%'}
      error={text !== '' && preview?.blocked?.field === 'trailing' ? t('blocker.trailing') : undefined}
      hint={distance === null ? undefined : t('ticket.trailingHint', { distance: format.price(distance, info.priceScale) })}
    />
  );
}

/** What so many lots of the order would leave at a price, each cost taken off. */
function netAt({ terms, opening }: OpenDecision, price: Ticks, lots: Fixed): string {
  return netText(resultAt(holdingOfLots(holdingOf(terms, opening), lots, terms.lots), price));
}

/** The other two forms of the same stop: its price, and the net result there. */
function useStopHint({ preview, info }: Ticket, which: 'stopLoss' | 'takeProfit'): string {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const decision = preview?.decision ?? null;
  const price = decision?.stops[which] ?? null;
  if (price === null || decision === null) return '';
  const { terms, targets } = decision;
  // Beside targets the take-profit closes what they leave; a stop-loss closes all of it.
  const lots = which === 'takeProfit' ? subtract(terms.lots, lotsOf(targets)) : terms.lots;
  const at = t('ticket.atPrice', { price: format.price(formatFixed(priceOf(price, terms)), info.priceScale) });
  return lots.units === 0n ? at : `${at} · ${format.result(netAt(decision, price, lots))} USDT`;
}
