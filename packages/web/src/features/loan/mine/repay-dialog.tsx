import { ApiRefusal } from '@assay/contract/client.ts';
import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { smallestPart } from '@assay/domain/loans/decide-repayment.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divideInteger } from '@assay/domain/money/fixed.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useAvailable, useRefreshAccount } from '../../../shared/trading/account.ts';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { CancelButton } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { money, previewPayment } from '../preview.ts';

const shares = [25n, 50n, 100n] as const;

/** Repays in part or whole: interest comes first, and what remains is shown before anything moves. */
export function RepayDialog({ loan, onDone }: { loan: Loan; onDone(): void }) {
  const { t } = useTranslation('loan');
  const onAccount = useMoneyLabel();
  const format = useFormat();
  const inWords = useMoney();
  const available = useAvailable().data;
  const [typed, setTyped] = useState<string | null>(null);
  // Until something is typed it is the whole, also after another day has begun.
  const asked = typed ?? loan.owed.total;
  const repayment = useRepay(loan, onDone);
  const { repay, busy } = repayment;
  const payment = previewPayment(loan, asked, undefined);
  const covered = previewPayment(loan, asked, available) !== null;
  const smallest = inWords(smallestPart(money(loan.amount)));
  const shown = (value: Amount | undefined) => (value === undefined ? absent : inWords(value));
  const share = (percent: bigint) => formatAmount(amount(divideInteger(money(loan.owed.total) * percent, 100n, 'up')), usdt);
  const error =
    payment === null && asked !== ''
      ? t('repay.range', { min: smallest, max: inWords(money(loan.owed.total)) })
      : payment !== null && !covered
        ? t('repay.balance')
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('repay.title')}
      description={<bdi>{loan.loanNo}</bdi>}
      onSubmit={() => {
        if (covered && !busy) void repay(asked);
      }}
      footer={
        <>
          <CancelButton move={repayment} onClose={onDone}>
            {t('repay.back')}
          </CancelButton>
          <Button type="submit" look="primary" busy={busy} aria-disabled={!covered}>
            {onAccount(payment?.rest === 0n ? t('repay.whole') : t('repay.part'))}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-s5">
        <div className="flex flex-col gap-s3">
          <NumberField
            label={t('repay.amount')}
            value={asked}
            onChange={setTyped}
            decimals={usdt.scale}
            unit="USDT"
            name="repayment"
            error={error}
            aside={
              available === undefined ? undefined : (
                <>
                  {t('repay.available')} <bdi dir="ltr" className="numbers">{`${format.amount(available)} USDT`}</bdi>
                </>
              )
            }
          />
          <div className="flex gap-s2 *:flex-1">
            {shares.map((percent) => (
              <Chip key={percent} onClick={() => setTyped(percent === 100n ? null : share(percent))}>
                {percent === 100n ? t('repay.all') : format.rate(`0.${percent}`)}
              </Chip>
            ))}
          </div>
        </div>
        <Figures
          figures={[
            { name: t('mine.owedNow'), value: inWords(money(loan.owed.total)) },
            { name: t('repay.interest'), value: shown(payment?.interest) },
            { name: t('repay.principal'), value: shown(payment?.principal) },
            { name: t('repay.rest'), value: shown(payment?.rest), strong: true },
          ]}
        />
        <p className="text-caption text-muted">{t('repay.text')}</p>
      </div>
    </Dialog>
  );
}

/**
 * The server gets the amount shown as owed, and refuses when another day has begun: then the dialog shows the new
 * figures.
 */
function useRepay(loan: Loan, onDone: () => void) {
  const { t } = useTranslation('loan');
  const inWords = useMoney();
  const tellFailed = useTellFailed();
  const refresh = useRefreshAccount();
  const move = useMove(calls.user.repayLoan, loan.id);
  const done = useWhileHere(onDone);
  const repay = async (asked: string) => {
    const summary = `${t('repay.title')} · ${loan.loanNo} · ${inWords(money(asked))}`;
    try {
      const repaid = await move.submit({ id: loan.id, amount: asked, seenOwed: loan.owed.total }, { summary });
      if (repaid === undefined) return;
      const title = t(repaid.status === 'repaid' ? 'repay.done' : 'repay.donePart', {
        rest: inWords(money(repaid.owed.total)),
      });
      toast({ kind: 'success', title, text: loan.loanNo });
      done();
    } catch (error) {
      tellFailed(error, summary);
      if (!(error instanceof ApiRefusal && error.code === '11061')) done();
    } finally {
      refresh();
    }
  };
  return { repay, busy: move.isPending, cancel: move.cancel };
}
