import { priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../../shared/preferences.ts';
import { slippageBps } from '../../../../shared/trading/slippage.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../../shared/words/money-label.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import type { LastLook } from '../confirm-order.tsx';
import { SpotFigures } from './spot-figures.tsx';
import type { SpotTicketState } from './use-spot-ticket.ts';

/** The last look, live until it is confirmed. Also asks again when the price has moved. */
export function ConfirmSpot({ ticket, seen, open, onOpenChange, busy, onConfirm, onCancel }: LastLook<SpotTicketState>) {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  const money = useMoneyLabel();
  const general = useTranslation('limits').t;
  const { confirmSpot: confirms, set } = usePreferences();
  const { form, info, preview } = ticket;
  const format = useFormat();
  const action = t(`action.${form.side}`, { base: info.base });
  const price = (text: string) => format.price(text, info.priceScale);
  const deal = preview?.decision?.deal.price;
  const now = deal === undefined ? '' : price(formatFixed(priceOf(deal, info)));
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={words(seen === null ? 'confirm.title' : 'confirm.requoteTitle')}
      description={
        seen === null ? `${action} · ${words(`ticket.${form.type}`)}` : words('confirm.requoteText', { seen: price(seen), now })
      }
      look={form.side === 'buy' ? 'rise' : 'fall'}
      confirm={money(seen === null ? action : words('confirm.requote'))}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <SpotFigures ticket={ticket} whole />
      <p className="mt-s3 text-caption text-muted">
        {t(preview?.decision?.kind === 'await' ? 'confirm.limit' : 'confirm.market')}{' '}
        {form.type === 'market' ? words('ticket.slippage', { percent: format.rate(String(slippageBps / 10_000)) }) : null}
      </p>
      <div className="mt-s3 border-t border-line pt-s2 text-caption">
        <Switch label={general('settings.dontAsk')} checked={!confirms} onChange={(quiet) => set({ confirmSpot: !quiet })} />
      </div>
    </Confirm>
  );
}
