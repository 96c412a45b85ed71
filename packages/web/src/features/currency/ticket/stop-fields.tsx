import { priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { profitAtTarget } from '@assay/domain/positions/targets/targets.ts';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TargetFields } from '../../../shared/trading/targets/target-fields.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { stopKinds } from './preview.ts';
import type { Ticket } from './use-ticket.ts';

const percentDecimals = 2;
const usdtDecimals = 2;

/** Stop-loss, take-profit and trailing stop, folded away until someone wants them. */
export function StopFields({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  const { stopLoss, takeProfit, trailing, targets } = ticket.form;
  return (
    <details className="group" open={targets.length > 0 || [stopLoss, takeProfit, trailing].some(({ text }) => text !== '')}>
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

/** Prices at which shares of the order take their profit before the rest. */
function TicketTargets({ ticket: { form, change, info, preview } }: { ticket: Ticket }) {
  const decision = preview?.decision;
  const price = decision?.opening.price;
  const brings =
    decision === undefined || decision === null || price === undefined
      ? []
      : decision.targets.map((target) => ({
          ...target,
          profit: formatAmount(profitAtTarget(decision.terms, price, target), usdt),
        }));
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

/** The other two ways of saying the same: where the stop lies and what it costs or brings. */
function useStopHint({ preview, info }: Ticket, which: 'stopLoss' | 'takeProfit'): string {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const decision = preview?.decision;
  const price = decision?.stops[which] ?? null;
  const profit = (which === 'stopLoss' ? decision?.profitAtStopLoss : decision?.profitAtTakeProfit) ?? null;
  if (price === null || profit === null || !decision) return '';
  const at = t('ticket.atPrice', { price: format.price(formatFixed(priceOf(price, decision.terms)), info.priceScale) });
  return `${at} · ${format.result(formatAmount(profit, usdt))} USDT`;
}
