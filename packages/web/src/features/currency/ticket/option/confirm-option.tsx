import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../../shared/preferences.ts';
import { strikeSlippageBps } from '../../../../shared/trading/slippage.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../../shared/words/money-label.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import type { LastLook } from '../confirm-order.tsx';
import { OptionFigures } from './option-figures.tsx';
import { seenStrike } from './option-preview.ts';
import type { OptionTicketState } from './use-option-ticket.ts';

/** The last look, live until it is confirmed. Also asks again when the strike has moved. */
export function ConfirmOption({ ticket, seen, open, onOpenChange, busy, onConfirm, onCancel }: LastLook<OptionTicketState>) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const words = useTranslation('orders').t;
  const general = useTranslation('limits').t;
  const { confirmOptions: confirms, set } = usePreferences();
  const money = useMoneyLabel();
  const ticketWords = useTranslation('currency').t;
  const { form, info, period, situation } = ticket;
  if (period === undefined || situation === null) return null;
  const price = (text: string) => format.price(text, info.priceScale);
  const now = price(seenStrike(situation).seenPrice);
  const sentence = t('confirm.sentence', {
    name: info.appName,
    direction: words(`direction.${form.direction}`),
    period: format.span(period.count, period.unit),
    stake: format.amount(form.amount),
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={seen === null ? t('confirm.title') : ticketWords('confirm.requoteTitle')}
      description={seen === null ? sentence : ticketWords('confirm.requoteText', { seen: price(seen), now })}
      look={form.direction === 'up' ? 'rise' : 'fall'}
      confirm={money(seen === null ? t(`buy.${form.direction}`) : ticketWords('confirm.requote'))}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <OptionFigures ticket={ticket} />
      <p className="mt-s3 text-caption text-muted">
        {t('confirm.strikeHint')} {ticketWords('ticket.slippage', { percent: format.rate(String(strikeSlippageBps / 10_000)) })}
      </p>
      <div className="mt-s3 border-t border-line pt-s2 text-caption">
        <Switch label={general('settings.dontAsk')} checked={!confirms} onChange={(quiet) => set({ confirmOptions: !quiet })} />
      </div>
    </Confirm>
  );
}
