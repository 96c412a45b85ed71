import { formatFixed } from '@assay/domain/money/fixed.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { lotsForShare } from './preview.ts';
import type { Ticket } from './use-ticket.ts';

const shares = [25, 50, 75, 100] as const;
const usdtDecimals = 2;

/** The size in lots, as an amount, or by a share of the balance. */
export function SizeFields({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { form, change, info, preview } = ticket;
  const contract = info.contract;
  if (contract === null) return null;
  const quantity = preview?.decision ? formatFixed(preview.decision.terms.quantity) : null;
  return (
    <div className="flex flex-col gap-s3">
      <NumberField
        label={t('ticket.size')}
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
      <ShareSlider ticket={ticket} />
    </div>
  );
}

/** Percent of the balance that the order takes; what is chosen here becomes lots. */
function ShareSlider({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('currency');
  const { form, change, situation, preview } = ticket;
  const [dragged, setDragged] = useState<{ percent: number; lots: string } | null>(null);
  const available = situation?.available ?? 0n;
  const hold = preview?.decision?.hold ?? 0n;
  const taken = available > 0n ? Math.min(100, Number((hold * 1000n) / available) / 10) : 0;
  const choose = (percent: number) => {
    if (situation === null) return;
    const lots = lotsForShare(form, situation, percent);
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
            <bdi dir="ltr">{share}%</bdi>
          </Chip>
        ))}
      </div>
    </div>
  );
}
