import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLivingOrders } from '../../shared/trading/account.ts';
import { useOpenOptions, useOpenSpotOrders } from '../../shared/trading/order-lists.ts';
import { placeOf } from '../../shared/trading/units.ts';
import { inOrder } from '../../shared/words/directions.ts';
import { useFormat } from '../../shared/words/format.ts';
import type { LineKind, TradeLine } from './chart/trade-lines.ts';

/** More orders than this on one chart would hide the candles; the newest are drawn. */
const ordersMax = 6;

/** The person's orders on this instrument as lines: entry or limit, stops, liquidation, strikes of options, limits of spot. */
export function useTradeLines({ code }: Pick<MarketInfo, 'code'>): readonly TradeLine[] {
  const { t } = useTranslation('currency');
  const words = useTranslation('orders').t;
  const format = useFormat();
  const open = useLivingOrders('open', code).data;
  const waiting = useLivingOrders('awaiting', code).data;
  const options = useOpenOptions(code).data;
  const spot = useOpenSpotOrders(code).data;
  return useMemo(() => {
    const orders = [...(open?.items ?? []), ...(waiting?.items ?? [])].slice(0, ordersMax);
    const strikes = (options?.items ?? []).slice(0, ordersMax).map((option): TradeLine => {
      const arrow = option.direction === 'up' ? '↑' : '↓';
      const label = `${t('chart.line.strike')} ${inOrder(`${arrow} ${format.amount(option.amount)}`)} · ${inOrder(format.time(option.expiresAt))}`;
      return { orderId: option.id, kind: 'strike', price: placeOf(Number(option.strike), option.split), movable: false, label };
    });
    const limits = (spot?.items ?? []).slice(0, ordersMax).flatMap((each): TradeLine[] => {
      const size = `${words(`value.${each.side}`)} ${inOrder(`${format.quantity(each.quantity)} ${each.base}`)}`;
      const line = (kind: LineKind, name: string, price: string): TradeLine => {
        return { orderId: each.id, kind, price: Number(price), movable: false, label: `${name} · ${size}` };
      };
      const pair = each.type === 'oco';
      const limit = pair ? ('takeProfit' as const) : ('limit' as const);
      const trigger = each.triggeredAt === null ? each.triggerPrice : null;
      return [
        ...(each.price === null ? [] : [line(limit, t(`chart.line.${limit}`), each.price)]),
        ...(trigger === null
          ? []
          : [line(pair ? 'stopLoss' : 'limit', pair ? t('chart.line.stopLoss') : words('term.triggerPrice'), trigger)]),
      ];
    });
    const lines = orders.flatMap((order) => {
      const lots = inOrder(format.quantity(order.lots));
      const size = `${words(`side.${order.side}`)} ${lots}`;
      const own = pricesOf(order).map(({ kind, price, movable }) => ({
        orderId: order.id,
        kind,
        price,
        movable,
        label: `${t(`chart.line.${kind}`)} · ${kind === 'entry' || kind === 'limit' || kind === 'trigger' ? size : lots}`,
      }));
      const targets = order.targets.map((each, place): TradeLine => ({
        orderId: order.id,
        kind: 'target',
        price: Number(each.price),
        movable: true,
        label: `${t('chart.line.target')} ${inOrder(String(place + 1))} · ${inOrder(format.quantity(each.lots))}`,
      }));
      return [...own, ...targets];
    });
    return [...lines, ...strikes, ...limits];
  }, [open, waiting, options, spot, t, words, format]);
}

function pricesOf(order: Position): { kind: LineKind; price: number; movable: boolean }[] {
  const awaits = order.status === 'awaiting';
  // What has not opened has no price of before.
  const opened = order.splits?.opened ?? null;
  const prices: { kind: LineKind; price: string | null; movable: boolean }[] = [
    { kind: 'entry', price: awaits ? null : order.openPrice, movable: false },
    { kind: 'limit', price: awaits ? order.limitPrice : null, movable: true },
    { kind: 'trigger', price: awaits && order.triggeredAt === null ? order.triggerPrice : null, movable: true },
    { kind: 'stopLoss', price: order.stopLoss, movable: true },
    { kind: 'takeProfit', price: order.takeProfit, movable: true },
    { kind: 'trailing', price: order.trailingStopPrice, movable: false },
    { kind: 'liquidation', price: awaits ? null : order.liquidationPrice, movable: false },
  ];
  const place = (kind: LineKind, price: string) => placeOf(Number(price), kind === 'entry' ? opened : null);
  return prices.flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price: place(line.kind, price) }]));
}
