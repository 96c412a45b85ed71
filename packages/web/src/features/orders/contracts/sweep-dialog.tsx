import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Amount, formatAmount, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { quoteOf, useQuotesOf } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';
import { gainTone } from '../../../shared/trading/tones.ts';
import { useFormat } from '../../../shared/words/format.ts';
import type { Figure } from '../../../ui/figures.tsx';
import { EndAll } from '../end-all.tsx';

interface SweepProps {
  kind: 'closeAll' | 'cancelAll';
  orders: readonly Position[];
  /** Of this instrument only. */
  code: string | undefined;
  onDone(): void;
}

/** Ends all orders, or all of one instrument; each order is ended or returned with a reason. */
export function SweepDialog({ kind, orders, code, onDone }: SweepProps) {
  const { t } = useTranslation('sweep');
  const reasons = useTranslation('codes').t;
  const sweep = useMove(calls.order[kind], code ?? '');
  const what = [...(code === undefined ? [] : [code]), t(`${kind}.action`), String(orders.length)].join(' · ');
  const send = async () => {
    const swept = await sweep.submit(code === undefined ? {} : { code }, { summary: what });
    if (swept === undefined) return undefined;
    const title = t(`${kind}.done`, { count: swept.done.length });
    if (swept.refused.length === 0) return { kind: 'success' as const, title };
    const why = [...Map.groupBy(swept.refused, (each) => each.code)].map(([reason, those]) => {
      const stay = namesOf(orders.filter(({ id }) => those.some((each) => each.id === id)));
      const many = t('some', { count: those.length, reason: reasons(reason as '10015') });
      return stay === '' ? many : `${stay} · ${many}`;
    });
    return { kind: 'error' as const, title, text: why.join(' · ') };
  };
  return (
    <EndAll
      title={t(`${kind}.title`)}
      code={code}
      rows={useEffects(kind, orders)}
      action={t(`${kind}.action`)}
      what={what}
      text={t(`${kind}.text`)}
      cancels={kind === 'cancelAll'}
      move={sweep}
      send={send}
      onDone={onDone}
    />
  );
}

/** What all that can be ended comes to now, and what stays. */
function useEffects(kind: SweepProps['kind'], orders: readonly Position[]): Figure[] {
  const { t } = useTranslation('sweep');
  const format = useFormat();
  useQuotesOf(orders.map(({ code }) => code));
  // What does not trade now can't be closed, and is withdrawn all the same.
  const isHalted = ({ code }: Position) => kind === 'closeAll' && quoteOf(code)?.halted === true;
  const [stay, ended] = [orders.filter(isHalted), orders.filter((order) => !isHalted(order))];
  const all = (of: (order: Position) => Amount) => formatAmount(sum(...ended.map(of)), usdt);
  const count = { name: t('how'), value: String(ended.length) };
  const margin = (order: Position) => moneyIn(order.marginUsed);
  if (kind === 'cancelAll') {
    const held = all((order) => sum(margin(order), moneyIn(order.openFee)));
    return [count, { name: t('held'), value: `${format.amount(held)} USDT`, strong: true }];
  }
  const results = ended.flatMap((order) => liveResult(order, quoteOf(order.code))?.result ?? []);
  const total = (of: (result: (typeof results)[number]) => Amount) => formatAmount(sum(...results.map(of)), usdt);
  const left = total(({ net }) => net);
  return [
    count,
    { name: t('net'), value: <span className={gainTone(left)}>{format.result(left)} USDT</span>, strong: true },
    { name: t('fees'), value: `${format.cost(total(({ closeFee }) => closeFee))} USDT` },
    { name: t('freed'), value: `${format.amount(all(margin))} USDT` },
    ...(stay.length === 0 ? [] : [{ name: t('stay'), value: `${namesOf(stay)} (${stay.length})` }]),
  ];
}

/** Each instrument once. */
const namesOf = (orders: readonly Position[]): string => [...new Set(orders.map(({ code }) => code))].join(', ');

const moneyIn = (text: string): Amount => parseAmount(text, usdt) ?? sum();
