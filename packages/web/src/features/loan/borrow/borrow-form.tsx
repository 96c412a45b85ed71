import type { LoanOffer } from '@assay/domain/loans/terms.ts';
import { formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { type LoanForm, amountAt, sliderSteps, stepOf, within } from '../preview.ts';

interface BorrowFormProps {
  offers: readonly LoanOffer[];
  form: LoanForm;
  onChange(form: LoanForm): void;
  outOfRange: boolean;
}

/** Term and amount. Another term keeps the amount as far as it offers it. */
export function BorrowForm({ offers, form, onChange, outOfRange }: BorrowFormProps) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const offer = offers.find(({ id }) => id === form.termId);
  if (offer === undefined) return null;
  const principal = parseAmount(form.amount, usdt);
  const range = {
    min: format.amount(formatAmount(offer.amountMin, usdt)),
    max: format.amount(formatAmount(offer.amountMax, usdt)),
  };
  const read = (step: number) => `${format.amount(formatAmount(amountAt(step, offer), usdt))} USDT`;
  const choose = (termId: string) => {
    const next = offers.find(({ id }) => id === termId) ?? offer;
    const amount = principal === undefined ? form.amount : formatAmount(within(principal, next), usdt);
    onChange({ termId, amount });
  };
  return (
    <>
      <div className="flex flex-col gap-s2">
        <span className="text-caption font-medium text-muted">{t('form.term')}</span>
        <Segmented
          label={t('form.term')}
          value={form.termId}
          onChange={choose}
          className="border border-line mobile:grid mobile:grid-cols-2"
          options={offers.map(({ id, days, dailyRate }) => ({
            value: id,
            className: 'bg-accent-soft text-accent',
            label: (
              <span className="flex flex-col py-s1">
                {format.span(days, 'day')}
                <bdi className="numbers text-caption font-normal">
                  {t('form.perDay', { rate: format.rate(formatFixed(dailyRate)) })}
                </bdi>
              </span>
            ),
          }))}
        />
      </div>
      <div className="flex flex-col gap-s2">
        <NumberField
          label={t('form.amount')}
          value={form.amount}
          onChange={(amount) => onChange({ ...form, amount })}
          decimals={usdt.scale}
          unit="USDT"
          name="amount"
          error={outOfRange ? t('blocker.range', range) : undefined}
        />
        <Slider
          label={t('form.amount')}
          value={principal === undefined ? 0 : stepOf(within(principal, offer), offer)}
          onChange={(step) => onChange({ ...form, amount: formatAmount(amountAt(step, offer), usdt) })}
          max={sliderSteps}
          read={read}
        />
        <p aria-hidden className="flex justify-between text-caption text-muted">
          <bdi dir="ltr" className="numbers">{`${range.min} USDT`}</bdi>
          <bdi dir="ltr" className="numbers">{`${range.max} USDT`}</bdi>
        </p>
      </div>
    </>
  );
}
