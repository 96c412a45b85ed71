import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { CalendarClock, CircleAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServerTime } from '../../shared/feed/feed.ts';
import { useCoverage } from '../../shared/trading/plan-products.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { PlanEmblem } from '../../ui/pictures/plan-emblem.tsx';
import { coverageOf, wholeYield } from './preview.ts';
import { useHeldProducts } from './use-plans.ts';

interface CardsProps {
  products: readonly PlanProduct[];
  /** Where the builder is beside the cards, one of them is always chosen. */
  chosen: string | null;
  onChoose(id: string): void;
}

/** What is sold: one of these is chosen on a desktop; on a phone each opens the builder. */
export function ProductCards({ products, chosen, onChoose }: CardsProps) {
  const { t } = useTranslation('trading');
  if (isMobile) {
    return (
      <ul aria-label={t('products')} className="flex flex-col gap-s4">
        {products.map((product) => (
          <li key={product.id} className="flex flex-col gap-s4 rounded-large border border-line bg-surface-1 p-s5">
            <Contents product={product} />
            <Button block onClick={() => onChoose(product.id)}>
              {t('choose', { product: product.name })}
            </Button>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div role="radiogroup" aria-label={t('products')} className="grid grid-cols-2 gap-s4">
      {products.map((product) => (
        <label
          key={product.id}
          className={cx(
            'relative flex flex-col gap-s4 rounded-large border p-s5 transition-quick has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            product.id === chosen ? 'border-accent bg-surface-1' : 'border-line bg-surface-1 hover:border-line-strong',
          )}
        >
          <input
            type="radio"
            name="product"
            aria-label={product.name}
            className="sr-only"
            checked={product.id === chosen}
            onChange={() => onChoose(product.id)}
          />
          <Contents product={product} chosen={product.id === chosen} />
        </label>
      ))}
    </div>
  );
}

function Contents({ product, chosen }: { product: PlanProduct; chosen?: boolean }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { data: held } = useHeldProducts();
  const rate = (value: PlanProduct['penaltyRate']) => format.rate(formatFixed(value));
  const yields = product.periods.map(({ dailyYield }) => rate(dailyYield));
  return (
    <>
      <div className="flex items-center gap-s3">
        <PlanEmblem amountMax={Number(formatAmount(product.amountMax, usdt))} />
        <span className="min-w-0 flex-1 font-semibold">
          <bdi>{product.name}</bdi>
        </span>
        {held?.has(product.id) === true ? <Badge tone="accent">{t('held')}</Badge> : null}
        {chosen === undefined ? null : (
          <span
            aria-hidden
            className={cx(
              'grid size-[18px] shrink-0 place-items-center rounded-large border-2',
              chosen ? 'border-accent-fill' : 'border-line-strong',
            )}
          >
            {chosen ? <span className="size-[8px] rounded-large bg-accent-fill" /> : null}
          </span>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-s2">
        <bdi dir="ltr" className="numbers text-title font-semibold text-accent">
          {yields.length > 1 ? `${yields[0]} – ${yields.at(-1)}` : yields[0]}
        </bdi>
        <span className="text-caption text-muted">{t('aDay')}</span>
      </p>
      <table className="w-full text-caption">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('period')}</th>
            <th scope="col">{t('dailyYield')}</th>
            <th scope="col">{t('inAll')}</th>
          </tr>
        </thead>
        <tbody>
          {product.periods.map((period) => (
            <tr key={period.days} className="border-t border-line">
              <td className="py-s2">{format.span(period.days, 'day')}</td>
              <td className="numbers py-s2 text-center text-muted">
                <bdi>{t('perDay', { rate: rate(period.dailyYield) })}</bdi>
              </td>
              <td className="numbers py-s2 text-end">
                <bdi>{t('total', { rate: rate(wholeYield(period)) })}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-auto grid grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] gap-x-s4 gap-y-s1 border-t border-line pt-s3 text-caption">
        <div>
          <dt className="text-muted">{t('amountRange')}</dt>
          <dd>
            <bdi dir="ltr" className="numbers">
              {format.amount(formatAmount(product.amountMin, usdt))} – {format.amount(formatAmount(product.amountMax, usdt))}{' '}
              USDT
            </bdi>
          </dd>
        </div>
        <div className="text-end">
          <dt className="text-muted">{t('penalty')}</dt>
          <dd>{t('penaltyShare', { rate: rate(product.penaltyRate) })}</dd>
        </div>
      </dl>
      <ul className="flex flex-col gap-s1 text-caption">
        <Opening product={product} />
        <Covered product={product} />
      </ul>
    </>
  );
}

function Opening({ product: { startsAt } }: { product: PlanProduct }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const waits = useServerTime((now) => startsAt !== null && now !== null && startsAt > now);
  if (!waits) return null;
  return (
    <li className="flex items-start gap-s2 text-info">
      <CalendarClock aria-hidden className="mt-[0.15em] size-[1.2em] shrink-0" />
      {t('opensOn', { time: format.dateTime(startsAt) })}
    </li>
  );
}

/** Whether the treasury can pay for what is offered here. */
function Covered({ product }: { product: PlanProduct }) {
  const { t } = useTranslation('trading');
  const { data } = useCoverage();
  if (data === undefined) return null;
  const covered = coverageOf(product, data.free);
  const Icon = covered === 'whole' ? ShieldCheck : CircleAlert;
  return (
    <li className={cx('flex items-start gap-s2', covered === 'whole' ? 'text-muted' : 'text-warn')}>
      <Icon aria-hidden className="mt-[0.15em] size-[1.2em] shrink-0" />
      {t(`coverage.${covered}`)}
    </li>
  );
}
