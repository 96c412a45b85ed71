import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { type Amount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { BidDecision } from '@assay/domain/nfts/auction.ts';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Confirm } from '../../../ui/confirm.tsx';

interface Asked {
  open: boolean;
  onOpenChange(open: boolean): void;
  piece: Pick<NftDetail, 'title' | 'charity'>;
  available: string | undefined;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** What is left of the free money afterwards; undefined while it is not known. */
function left(available: string | undefined, spent: Amount): Amount | undefined {
  const own = available === undefined ? undefined : parseAmount(available, usdt);
  return own === undefined ? undefined : minus(own, spent);
}

/** The confirmation before a bid: what is set aside, what is left, and when the auction then ends. */
export function ConfirmBid({ piece, decision, held, available, ...asked }: Asked & { decision: BidDecision; held: Amount }) {
  const { t } = useTranslation('nfts');
  const onAccount = useMoneyLabel();
  const format = useFormat();
  const money = useMoney();
  const after = left(available, decision.hold);
  return (
    <Confirm
      {...asked}
      title={t('bid.confirmTitle')}
      description={<bdi>{piece.title}</bdi>}
      confirm={onAccount(t('bid.place'))}
      rows={[
        { name: t('bid.amount'), value: money(decision.amount) },
        ...(held === nothing ? [] : [{ name: t('bid.held'), value: money(held) }]),
        { name: t('bid.hold'), value: money(decision.hold) },
        ...(after === undefined ? [] : [{ name: t('bid.after'), value: money(after) }]),
        { name: t('bid.end'), value: format.dateTime(decision.endsAt) },
      ]}
    >
      <p className="mt-s4 text-caption text-muted">{t('bid.confirmText', { charity: piece.charity })}</p>
    </Confirm>
  );
}

/** The last look before the piece is bought at once. */
export function ConfirmPurchase({ piece, price, available, ...asked }: Asked & { price: string }) {
  const { t } = useTranslation('nfts');
  const onAccount = useMoneyLabel();
  const money = useMoney();
  const amount = parseAmount(price, usdt) ?? nothing;
  const after = left(available, amount);
  return (
    <Confirm
      {...asked}
      title={t('buy.title')}
      description={<bdi>{piece.title}</bdi>}
      confirm={onAccount(t('buy.title'))}
      rows={[
        { name: t('buy.price'), value: money(amount) },
        ...(after === undefined ? [] : [{ name: t('bid.after'), value: money(after) }]),
      ]}
    >
      <p className="mt-s4 text-caption text-muted">{t('buy.confirmText', { charity: piece.charity })}</p>
    </Confirm>
  );
}
