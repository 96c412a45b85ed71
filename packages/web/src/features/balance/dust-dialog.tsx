import { ApiRefusal } from '@assay/contract/client.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type Amount, amount, formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { type DustDeal, dustOf } from '@assay/domain/spot/decide-dust.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useMove } from '../../shared/client/move.ts';
import { useTellFailed } from '../../shared/tell-failed.ts';
import { useLearnOrder } from '../../shared/trading/account.ts';
import { useCatalogue } from '../../shared/trading/market/market.ts';
import { seenBringing } from '../../shared/trading/slippage.ts';
import { useWhileHere } from '../../shared/while-here.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useMoneyLabel } from '../../shared/words/money-label.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import type { CoinBalance } from './use-balances.ts';

const marketInfo = 'marketInfo';

/** Shows what each leftover would bring, and sells them all. */
export function DustDialog({ balances, onDone }: { balances: readonly CoinBalance[]; onDone(): void }) {
  const { t } = useTranslation('coins');
  const format = useFormat();
  const onAccount = useMoneyLabel();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const convert = useMove(calls.order.dust);
  const done = useWhileHere(onDone);
  const client = useQueryClient();
  const sold = useDust(balances);
  const sumOf = (part: 'fee' | 'net') => formatAmount(amount(sold.reduce((all, { dust }) => all + dust.deal[part], 0n)), usdt);
  const send = async () => {
    const codes = sold.map(({ code }) => code);
    const summary = `${t('dust.action')} · ${format.quantity(sumOf('net'))} USDT`;
    try {
      const ended = await convert.submit({ codes, ...seenBringing(sumOf('net')) }, { summary });
      if (ended === undefined) return;
      const units = (text: string): Amount => parseAmount(text, usdt) ?? amount(0n);
      const received = ended.items.reduce((all, { turnover, fee }) => all + units(turnover) - units(fee), 0n);
      toast({ kind: 'success', title: t('dust.done', { amount: format.quantity(formatAmount(amount(received), usdt)) }) });
    } catch (error) {
      tellFailed(error, summary);
      if (error instanceof ApiRefusal && error.code === '11004') {
        // A changed result is confirmed again.
        await client.refetchQueries({ queryKey: [marketInfo], type: 'active' });
        return;
      }
    }
    learnOrder(null);
    done();
  };
  return (
    <Confirm
      open
      onOpenChange={onDone}
      title={t('dust.title')}
      rows={[
        ...sold.map(({ dust: { terms, deal } }) => ({
          name: `${format.quantity(formatAmount(terms.quantity, terms.base))} ${terms.base.code}`,
          value: <bdi dir="ltr">{format.quantity(formatAmount(deal.received, usdt))} USDT</bdi>,
        })),
        { name: t('dust.fee'), value: <bdi dir="ltr">{format.quantity(sumOf('fee'))} USDT</bdi> },
        { name: t('dust.receive'), value: <bdi dir="ltr">{format.quantity(sumOf('net'))} USDT</bdi>, strong: true },
      ]}
      confirm={onAccount(t('dust.confirm'))}
      busy={convert.isPending}
      blocked={sold.length === 0}
      onConfirm={() => void send()}
      onCancel={convert.cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('dust.text')}</p>
    </Confirm>
  );
}

/** What each leftover would bring, by the function with which the server decides. */
function useDust(balances: readonly CoinBalance[]): readonly { readonly code: string; readonly dust: DustDeal }[] {
  const pairs = useCatalogue().data ?? [];
  const wanted = balances.flatMap((balance) => {
    const pair = pairs.find(({ code }) => code === `${balance.asset}USDT`);
    return pair === undefined ? [] : [{ balance, id: pair.id }];
  });
  const infos = useQueries({
    queries: wanted.map(({ id }) => ({
      queryKey: [marketInfo, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(calls.index.getMarketInfo, { id }, { signal }),
      // The customer agrees to what is shown: prices read by an earlier page do not count.
      staleTime: 0,
    })),
  });
  return wanted.flatMap(({ balance }, place) => {
    const info = infos[place]?.data;
    const dust = info === undefined ? null : dustAt(balance, info);
    return info === undefined || dust === null ? [] : [{ code: info.code, dust }];
  });
}

function dustAt({ asset, available }: CoinBalance, info: MarketInfo): DustDeal | null {
  const { spot, priceScale, bid, ask, quoteTime, code } = info;
  const [bidTicks, askTicks] = [readTicks(bid, priceScale), readTicks(ask, priceScale)];
  if (spot === null || bidTicks === undefined || askTicks === undefined) return null;
  return dustOf({
    instrument: { base: asset, priceScale, spot: { quantityScale: spot.quantityScale, feeRate: toFixed(spot.feeRate) } },
    available: parseAmount(available, assetOf(asset)) ?? amount(0n),
    quote: { code, bid: bidTicks, ask: askTicks, time: Date.parse(quoteTime ?? ''), volume: 0 },
    tradable: true,
  });
}
