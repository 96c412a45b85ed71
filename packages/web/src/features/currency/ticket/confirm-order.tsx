import { priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../shared/preferences.ts';
import { slippageBps } from '../../../shared/trading/slippage.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { OrderFigures } from './order-figures.tsx';
import type { Ticket } from './use-ticket.ts';

/** What the last look before an order needs to know and to tell, whatever is ordered. */
export interface LastLook<Of> {
  ticket: Of;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The price that the person had seen, when the order came back because it had moved. */
  seen: string | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** The last look: every figure, live, until it is confirmed. Also asks again when the price has moved. */
export function ConfirmOrder({ ticket, open, onOpenChange, seen, busy, onConfirm, onCancel }: LastLook<Ticket>) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const money = useMoneyLabel();
  const confirms = usePreferences((preferences) => preferences.confirmContracts);
  const set = usePreferences((preferences) => preferences.set);
  const { form, info, preview } = ticket;
  const request = preview?.request;
  if (!request) return null;
  const opening = preview.decision?.opening.price;
  const now = opening === undefined ? '' : format.price(formatFixed(priceOf(opening, info)), info.priceScale);
  const sentence = t('confirm.sentence', {
    side: t(`ticket.${form.side}`),
    lots: format.quantity(request.lots),
    name: info.appName,
    leverage: form.leverage,
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(seen === null ? 'confirm.title' : 'confirm.requoteTitle')}
      description={seen === null ? sentence : t('confirm.requoteText', { seen: format.price(seen, info.priceScale), now })}
      look={form.side === 'long' ? 'rise' : 'fall'}
      confirm={money(seen === null ? t(`ticket.${form.side}`) : t('confirm.requote'))}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <OrderFigures ticket={ticket} whole />
      <p className="mt-s3 text-caption text-muted">
        {form.type === 'market' ? t('ticket.slippage', { percent: format.rate(String(slippageBps / 10_000)) }) : null}{' '}
        {t('receipt.financing')}: {t('receipt.financingHint', { time: info.contract?.financingAt ?? '' })}
      </p>
      <div className="mt-s3 border-t border-line pt-s2 text-caption">
        <Switch label={t('confirm.dontAsk')} checked={!confirms} onChange={(quiet) => set({ confirmContracts: !quiet })} />
      </div>
    </Confirm>
  );
}
