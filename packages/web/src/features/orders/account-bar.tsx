import type { Position } from '@assay/contract/endpoints/order.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLivingOrders, useTotals } from '../../shared/trading/account.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { useFormat } from '../../shared/words/format.ts';
import { cx } from '../../ui/cx.ts';
import { sumOf, useOpenResult } from './contracts/open-result.ts';

/** Where the used share of what can be margin becomes a warning, and where an alarm, in percent. */
const warnPercent = 70;
const alarmPercent = 90;

/**
 * The account at a glance, under the orders: what it is worth, what is open, how much of it is bound, what is free. A figure without
 * room wraps out of sight, whole.
 */
export function AccountBar() {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const totals = useTotals().data;
  const positions = useLivingOrders('open').data?.items ?? [];
  const margin = sumOf(positions.map(({ marginUsed }) => marginUsed));
  const free = Number(totals?.available ?? 0);
  const bound = Number(margin);
  const used = bound + free > 0 ? (bound / (bound + free)) * 100 : 0;
  return (
    <section
      aria-label={t('account.label')}
      className="@container flex h-[32px] shrink-0 flex-wrap content-start items-center gap-x-[min(22px,1.1vw)] overflow-hidden *:h-[31px] border-t border-line bg-surface-2 px-[16px] text-[12px] whitespace-nowrap"
    >
      {item(t('account.equity'), format.amount(totals?.equity), 'font-semibold')}
      <OpenResult positions={positions} />
      <span className="flex items-center gap-[8px]">
        {item(t('account.margin'), format.amount(margin))}
        {totals === undefined ? null : <Used percent={used} />}
      </span>
      {item(t('account.free'), format.amount(totals?.available))}
      {item(t('account.today'), format.result(totals?.todayProfit), gainTone(totals?.todayProfit))}
      {/* Every figure is in it; where there is no room for both, the figures stay. */}
      <span className="ms-auto hidden content-center text-muted @min-[900px]:inline-grid">USDT</span>
    </section>
  );
}

/** All of the bar that a quote draws. */
function OpenResult({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const open = useOpenResult(positions);
  return item(t('account.open'), format.result(open), cx('font-semibold', gainTone(open)));
}

function item(name: string, figure: string, className = ''): ReactNode {
  return (
    <span className="flex items-center gap-[6px]">
      <span className="text-muted">{name}</span>
      <bdi dir="ltr" className={cx('numbers', className)}>
        {figure}
      </bdi>
    </span>
  );
}

/** The share as a bar; its figure says what its colour says. */
function Used({ percent }: { percent: number }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const tone = percent >= alarmPercent ? 'danger' : percent >= warnPercent ? 'warn' : 'plain';
  const bars = { plain: 'bg-accent-fill', warn: 'bg-warn', danger: 'bg-danger' };
  const words = { plain: 'text-muted', warn: 'text-warn font-semibold', danger: 'text-danger font-semibold' };
  return (
    <span className="flex items-center gap-[6px]">
      <span
        role="meter"
        aria-label={t('account.used')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        className="relative h-[4px] w-[max(40px,4vw-18px)] overflow-hidden rounded-large bg-surface-3"
      >
        <span
          className={cx('absolute inset-y-0 start-0 rounded-large', bars[tone])}
          style={{ width: `${percent.toFixed(1)}%` }}
        />
      </span>
      <bdi dir="ltr" className={cx('numbers', words[tone])}>
        {format.rate((percent / 100).toFixed(3))}
      </bdi>
    </span>
  );
}
