import { formatAmount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { BuyDecision } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook } from '../../../shared/client/session.ts';
import { useServerMinute } from '../../../shared/feed/feed.ts';
import { useAvailable, useOwed } from '../../../shared/trading/account.ts';
import { useCoverage } from '../../../shared/trading/plan-products.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type PlanForm, carriedOver, firstForm, largestAmount, previewPlan, purchaseOf } from '../preview.ts';
import { useHeldProducts } from '../use-plans.ts';
import { BuyButton } from './buy-button.tsx';
import { ConfirmPlan } from './confirm-plan.tsx';
import { ExitTable } from './exit-table.tsx';
import { PlanFigures } from './plan-figures.tsx';
import { useBuyPlan } from './use-buy-plan.ts';

/** Puts a plan together: period and amount, and at once what it would pay, when, and what leaving it early would return. */
export function PlanBuilder({ product, onBought }: { product: PlanProduct; onBought(): void }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const [typed, setTyped] = useState<{ readonly for: string; readonly form: PlanForm }>({
    for: product.id,
    form: firstForm(product),
  });
  /** What was asked about, as it was shown: terms that change meanwhile are refused, and shown anew. */
  const [asked, setAsked] = useState<{ decision: BuyDecision; product: PlanProduct } | null>(null);
  const form = typed.for === product.id ? typed.form : carriedOver(typed.form, product);
  const change = (part: Partial<PlanForm>) => setTyped({ for: product.id, form: { ...form, ...part } });

  const preview = usePreview(product, form);
  const real = useBook() === 'real';
  const available = useAvailable().data;
  const own = real ? available : undefined;
  const { buy, busy, cancel } = useBuyPlan();
  const range = {
    min: format.amount(formatAmount(product.amountMin, usdt)),
    max: format.amount(formatAmount(product.amountMax, usdt)),
  };

  const leave = useWhileHere(() => setAsked(null));
  const bought = useWhileHere(onBought);
  const confirm = async (agreed: BuyDecision, offer: PlanProduct) => {
    const isBought = await buy(purchaseOf(agreed, offer), offer.name);
    leave();
    if (isBought) bought();
  };
  return (
    <form
      className="flex flex-col gap-s5"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.blocker === null && preview.decision !== null) setAsked({ decision: preview.decision, product });
      }}
    >
      <div className="flex flex-col gap-s2">
        <span className="text-caption font-medium text-muted">{t('period')}</span>
        <Segmented
          label={t('period')}
          value={String(form.days)}
          onChange={(days) => change({ days: Number(days) })}
          className="border border-line"
          options={product.periods.map(({ days, dailyYield }) => ({
            value: String(days),
            className: 'bg-accent-soft text-accent',
            label: (
              <span className="flex flex-col py-s1">
                {format.span(days, 'day')}
                <bdi dir="ltr" className="numbers text-caption font-normal">
                  {format.rate(formatFixed(dailyYield))}
                </bdi>
              </span>
            ),
          }))}
        />
      </div>
      <div className="flex flex-col gap-s3">
        <NumberField
          label={t('amount')}
          value={form.amount}
          onChange={(amount) => change({ amount })}
          decimals={usdt.scale}
          unit="USDT"
          name="amount"
          aside={
            own === undefined ? undefined : (
              <>
                {t('available')} <bdi dir="ltr" className="numbers">{`${format.amount(own)} USDT`}</bdi>
              </>
            )
          }
          hint={<bdi>{t('range', range)}</bdi>}
          error={preview.blocker === 'range' ? t('blocker.range', range) : undefined}
        />
        <div className="flex gap-s2 *:flex-1">
          <Chip onClick={() => change({ amount: firstForm(product).amount })}>{t('smallest')}</Chip>
          <Chip onClick={() => change({ amount: largestAmount(product, own) })}>{t('largest')}</Chip>
        </div>
      </div>
      <PlanFigures product={product} decision={preview.decision} available={own} />
      <BuyButton blocker={preview.blocker} range={range} busy={busy} />
      {preview.decision === null ? null : <ExitTable product={product} decision={preview.decision} />}
      {asked === null ? null : (
        <ConfirmPlan
          onClose={() => setAsked(null)}
          {...asked}
          available={own}
          busy={busy}
          onConfirm={() => void confirm(asked.decision, asked.product)}
          onCancel={cancel}
        />
      )}
    </form>
  );
}

function usePreview(offer: PlanProduct, form: PlanForm) {
  const now = useServerMinute();
  const coverage = useCoverage().data;
  const held = useHeldProducts().data;
  const real = useBook() === 'real';
  const available = useAvailable().data;
  const own = real && available !== undefined ? parseAmount(available, usdt) : undefined;
  const owed = parseAmount(useOwed().data ?? '0', usdt) ?? nothing;
  return previewPlan(form, {
    offer,
    now,
    ...(coverage === undefined ? {} : { treasuryFree: coverage.free }),
    ...(held === undefined ? {} : { alreadyBought: held.has(offer.id) }),
    ...(own === undefined ? {} : { available: own, owed }),
  });
}
