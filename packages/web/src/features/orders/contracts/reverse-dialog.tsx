import { ApiRefusal } from '@assay/contract/client.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divide, one, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { openingAt, readTicks } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useFeedState, useQuote } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { seenAt } from '../../../shared/trading/slippage.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import type { Figure } from '../../../ui/figures.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { CurrentPrice, InstrumentCell } from './cells.tsx';

/** Closes a position and opens the other side, after what both would come to now. */
export function ReverseDialog({ position, onDone }: { position: Position; onDone(): void }) {
  const { t } = useTranslation('sweep');
  const orders = useTranslation('orders').t;
  const reasons = useTranslation('codes').t;
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const isLive = useFeedState().state === 'live';
  const reverse = useMove(calls.order.reverse, position.id);
  const done = useWhileHere(onDone);
  const live = liveResult(position, useQuote(position.code));
  const rows = useEffects(position, live?.price ?? null);
  const send = async () => {
    if (live === null) return;
    const summary = `${position.code} · ${t('reverse.action')}`;
    try {
      const answer = await reverse.submit({ id: position.id, ...(isLive ? seenAt(live.price) : {}) }, { summary });
      if (answer === undefined) return;
      const { opened, refused } = answer;
      const title =
        opened === null
          ? t('reverse.half', { reason: reasons(refused as '10011') })
          : t('reverse.done', { price: format.price(opened.openPrice, opened.priceScale) });
      toast({ kind: opened === null ? 'error' : 'success', title: position.code, text: title });
    } catch (error) {
      tellFailed(error, summary);
      // At the new price it can be asked again.
      if (error instanceof ApiRefusal && error.code === '11004') return;
    }
    learnOrder(null);
    done();
  };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('reverse.title')}
      description={<InstrumentCell position={position} />}
      rows={[
        { name: orders('close.price'), value: <CurrentPrice position={position} /> },
        ...(live === null ? [] : [{ name: t('net'), value: <ContractResult result={live.result} />, strong: true }]),
        ...rows,
      ]}
      confirm={t('reverse.action')}
      busy={reverse.isPending}
      blocked={live === null}
      onConfirm={() => void send()}
      onCancel={reverse.cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('reverse.text')}</p>
      {isLive ? null : <p className="mt-s2 text-caption text-muted">{orders('close.noPrice')}</p>}
    </MoneyConfirm>
  );
}

/** The other side, as it would open at the price of this moment. */
function useEffects(position: Position, price: string | null): Figure[] {
  const { t } = useTranslation('sweep');
  const side = useTranslation('orders').t;
  const format = useFormat();
  const holding = holdingNow(position);
  const ticks = readTicks(price ?? '', position.priceScale);
  if (holding === null || ticks === undefined) return [];
  const other = position.side === 'long' ? ('short' as const) : ('long' as const);
  const lots = toFixed(position.lots);
  const lotSize = divide(holding.terms.quantity, lots, 18, 'down');
  const terms = {
    ...holding.terms,
    side: other,
    leverage: position.leverage,
    lots,
    lotSize,
    maintenanceRate: zero,
    conversion: one,
  };
  const { margin, fee } = openingAt({ ...terms, conversion: holding.terms.conversion }, ticks);
  return [
    { name: t('reverse.becomes'), value: `${side(`side.${other}`)} · ${format.quantity(position.lots)}` },
    { name: t('reverse.margin'), value: `${format.amount(formatAmount(margin, usdt))} USDT` },
    { name: t('reverse.fee'), value: `${format.cost(formatAmount(fee, usdt))} USDT` },
  ];
}
