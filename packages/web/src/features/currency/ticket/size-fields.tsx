import type { Amount } from '@assay/domain/money/amount.ts';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quoteOf } from '../../../shared/feed/feed.ts';
import { situationOf } from '../../../shared/trading/market/situation.ts';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { lotsForShare } from './preview.ts';
import { sizeName } from './ticket-wishes.ts';
import type { Entry } from './use-ticket.ts';

const shares = [25, 50, 75, 100] as const;
const usdtDecimals = 2;

interface SizeFieldsProps {
  entry: Entry;
  /** What the size comes to in units of the instrument; null while it is none. */
  quantity: string | null;
  available: Amount;
  /** What the order takes of it. */
  hold: Amount;
}

/** The size in lots, as an amount, or by a share of the balance. A price that changes none of its figures leaves it alone. */
export const SizeFields = memo(function SizeFields({ entry, quantity, available, hold }: SizeFieldsProps) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { form, change, info } = entry;
  const contract = info.contract;
  if (contract === null) return null;
  return (
    <div className="flex flex-col gap-s3">
      <NumberField
        label={t('ticket.size')}
        name={sizeName}
        aside={
          <Segmented
            compact
            label={t('ticket.sizeBy')}
            value={form.sizeBy}
            onChange={(sizeBy) => change({ sizeBy, size: '' })}
            options={[
              { value: 'lots', label: t('ticket.lots') },
              { value: 'amount', label: t('ticket.amount') },
            ]}
          />
        }
        value={form.size}
        onChange={(size) => change({ size })}
        decimals={form.sizeBy === 'lots' ? decimalsOf(contract.lotStep) : usdtDecimals}
        unit={form.sizeBy === 'lots' ? t('ticket.lots') : 'USDT'}
        placeholder={form.sizeBy === 'lots' ? format.quantity(contract.lotsMin) : '0'}
        hint={
          quantity !== null ? (
            <bdi dir="ltr">
              ≈ {format.quantity(quantity)} {info.base}
            </bdi>
          ) : form.sizeBy === 'amount' ? (
            t('ticket.amountHint')
          ) : (
            t('ticket.lotsHint', {
              size: format.quantity(contract.lotSize),
              unit: info.base,
              min: format.quantity(contract.lotsMin),
              step: format.quantity(contract.lotStep),
            })
          )
        }
      />
      <ShareSlider entry={entry} available={available} hold={hold} />
    </div>
  );
});

/** Percent of the balance that the order takes; what is chosen here becomes lots. */
function ShareSlider({ entry: { form, change, info }, available, hold }: Omit<SizeFieldsProps, 'quantity'>) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const [dragged, setDragged] = useState<{ percent: number; lots: string } | null>(null);
  const taken = available > 0n ? Math.min(100, Number((hold * 1000n) / available) / 10) : 0;
  const choose = (percent: number) => {
    const situation = situationOf(info, quoteOf(info.code), undefined);
    if (situation === null) return;
    const lots = lotsForShare(form, { ...situation, available }, percent);
    setDragged({ percent, lots });
    change({ sizeBy: 'lots', size: lots });
  };
  // The thumb stays where it was put while the lots are still those that it chose.
  const own = dragged !== null && form.sizeBy === 'lots' && form.size === dragged.lots;
  const percent = own ? dragged.percent : Math.round(taken);
  return (
    <div className="flex flex-col gap-s2">
      <Slider
        label={t('ticket.share')}
        value={percent}
        onChange={choose}
        disabled={available === 0n}
        read={(value) => t('ticket.shareValue', { percent: value })}
      />
      <div className="grid grid-cols-4 gap-s2">
        {shares.map((share) => (
          <Chip
            key={share}
            chosen={own && percent === share}
            disabled={available === 0n}
            onClick={() => choose(share)}
            className="px-0"
          >
            <bdi dir="ltr">{format.rate(String(share / 100))}</bdi>
          </Chip>
        ))}
      </div>
    </div>
  );
}
