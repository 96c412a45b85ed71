import { type FatFinger, type Typed, fatFingers } from '@assay/domain/dealing/fat-fingers.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../words/format.ts';
import { useTotals } from './account.ts';

/** An order as it was typed or dragged. */
export type TypedOrder = Omit<Typed, 'equity'>;

/** Likely typing errors in the order, a line each; nothing where there are none. They block nothing. */
export function Slips({ typed }: { typed: TypedOrder | null }) {
  const { t } = useTranslation('slips');
  const format = useFormat();
  const equity = useTotals().data?.equity;
  if (typed === null) return null;
  const found = fatFingers({ ...typed, equity: equity === undefined ? undefined : parseAmount(equity, usdt) });
  const figures = (finger: FatFinger) => ({
    price: 'price' in finger ? format.price(formatFixed(finger.price, finger.price.scale)) : '',
    percent: 'percent' in finger ? format.rate(formatFixed(fixed(finger.percent.units, finger.percent.scale + 2))) : '',
  });
  return found.map((finger, place) => (
    <p key={place} className="mt-s3 flex items-start gap-s2 text-caption font-medium text-warn">
      <TriangleAlert aria-hidden className="mt-[1px] size-icon shrink-0" />
      <span>{t(`slip.${finger.kind}`, figures(finger))}</span>
    </p>
  ));
}
