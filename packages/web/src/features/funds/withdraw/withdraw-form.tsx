import type { WithdrawalMethod, WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import { followed } from '@assay/contract/sentences.ts';
import type { WithdrawalDecision } from '@assay/domain/funds/decide-withdrawal.ts';
import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { isRefused, type Refused } from '@assay/domain/positions/refused.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { CodeField } from '../../../shared/code-field.tsx';
import { useServerTime } from '../../../shared/feed/feed.ts';
import { useForm } from '../../../shared/form.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Address } from '../../../ui/address.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useFeeWords } from '../fee-words.ts';
import { nameOf } from './methods.tsx';
import { type Offer, largestWithdrawal, offerOf, previewWithdrawal } from './preview.ts';

const secondMs = 1000;

/** The amount, what of it arrives, and the code; then a confirmation of everything before it is sent. */
export function WithdrawForm({ terms, method }: { terms: WithdrawalTerms; method: WithdrawalMethod }) {
  const { t } = useTranslation(['funds', 'codes', 'code']);
  const onAccount = useMoneyLabel();
  const format = useFormat();
  const refresh = useRefreshAccount();
  const move = useMove(calls.user.withdrawal);
  // Before the first quote the time is unknown, and this device's own clock may be wrong: the server decides about waits.
  const now = useServerTime((time) => (time === null ? Number.POSITIVE_INFINITY : Math.floor(time / secondMs) * secondMs));
  const [asked, setAsked] = useState<WithdrawalDecision | null>(null);
  const wording = useRefusedWords();
  const feeWords = useFeeWords();
  const previewOf = (amount: string) => (offer === undefined ? null : previewWithdrawal(amount, method, offer, { terms, now }));
  const offer = offerOf(method, terms);
  const whatOf = (amount: string) => {
    const coin = offer?.asset.code ?? '';
    return `${t('funds:withdraw.submit')} · ${format.exactAmount(amount, coin)} ${coin}`;
  };
  const { typed, control, field, error, refused, reset, submit } = useForm({
    values: { methodId: '', amount: '', code: '' },
    check: ({ amount, code }) => {
      if (amount === '') return { amount: t('funds:enter.withdrawalAmount') };
      const found = previewOf(amount);
      if (found !== null && isRefused(found)) return { [found.field === 'amount' ? 'amount' : 'form']: wording(found) };
      return code.trim() === '' ? { code: t('funds:enter.code') } : {};
    },
    what: ({ amount }) => whatOf(amount),
    // What is sent is what the confirmation shows.
    send: async ({ amount }) => {
      const found = previewOf(amount);
      if (found !== null && !isRefused(found)) setAsked(found);
    },
  });

  if (offer === undefined) return <p className="p-s5 text-muted">{t('codes:11041')}</p>;
  const { asset } = offer;
  const { amount, code } = typed;
  const preview = previewWithdrawal(amount, method, offer, { terms, now });
  const decision = isRefused(preview) ? null : preview;
  const money = (value: Amount) => `${format.exactAmount(formatAmount(value, asset), asset.code)} ${asset.code}`;

  /** An impossible amount is reported while typing; missing values only on sending. */
  const amountWrong =
    error('amount') ?? (amount !== '' && isRefused(preview) && preview.field === 'amount' ? wording(preview) : undefined);
  const send = async (agreed: WithdrawalDecision) => {
    const seenActual = formatAmount(agreed.actual, asset);
    try {
      const answer = await move.submit(
        { methodId: method.id, asset: asset.code, amount, seenActual, code: code.trim() },
        { summary: whatOf(formatAmount(agreed.amount, asset)) },
      );
      if (answer !== undefined) toast({ kind: 'success', title: t(`codes:${answer.notice}`) });
      return answer !== undefined;
    } catch (refusal) {
      refused(refusal);
      return false;
    } finally {
      refresh();
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-s5 p-s5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField offer={offer} largest={largestWithdrawal(offer, terms)} {...control('amount')} error={amountWrong} />
      <div className="flex flex-col gap-s2 rounded-middle bg-surface-2 p-s4">
        <Figures
          dense
          figures={[
            {
              name: t('funds:withdraw.feeRate', { rate: feeWords(offer.fee, asset.code) }),
              value: decision === null ? absent : money(decision.fee),
            },
            { name: t('funds:actual'), value: decision === null ? absent : money(decision.actual), strong: true },
          ]}
        />
        <p className="text-caption text-muted">
          {t(method.kind === 'coin' ? 'funds:withdraw.note' : 'funds:withdraw.noteCard')}
        </p>
      </div>
      <CodeField
        {...field('code')}
        label={t(`code:${terms.confirmBy}`)}
        purpose="withdraw"
        by={terms.confirmBy}
        onRefused={refused}
      />
      {error('form') === undefined && error('methodId') === undefined ? null : (
        <p role="alert" className="text-caption text-danger">
          {error('form') ?? error('methodId')}
        </p>
      )}
      <Button type="submit" look="primary" block busy={move.isPending}>
        {onAccount(t('funds:withdraw.submit'))}
      </Button>
      {asked === null ? null : (
        <ConfirmWithdrawal
          method={method}
          decision={asked}
          money={money}
          busy={move.isPending}
          onClose={() => setAsked(null)}
          send={() => send(asked)}
          onDone={(sent) => {
            if (sent) reset();
            setAsked(null);
          }}
          onCancel={move.cancel}
        />
      )}
    </form>
  );
}

interface AmountProps {
  offer: Offer;
  /** All that may go at once. */
  largest: string;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** The amount, with what there is, what is the least, and as much as may go at a press. */
function AmountField({ offer, largest, value, error, onChange }: AmountProps) {
  const { asset, available, minimum } = offer;
  const { t } = useTranslation(['funds', 'codes']);
  const format = useFormat();
  return (
    <div className="flex flex-col gap-s3">
      <NumberField
        label={t('funds:amount')}
        value={value}
        onChange={onChange}
        decimals={asset.scale}
        unit={asset.code}
        name="amount"
        aside={
          <>
            {followed(t('funds:available'))}
            <bdi dir="ltr" className="numbers">{`${format.exactAmount(available, asset.code)} ${asset.code}`}</bdi>
          </>
        }
        hint={<bdi>{t('codes:11051', { coin: asset.code, limit: format.exactAmount(minimum, asset.code) })}</bdi>}
        error={error}
      />
      <Chip className="self-start" onClick={() => onChange(largest)}>
        {t('funds:withdraw.max')}
      </Chip>
    </div>
  );
}

interface ConfirmProps {
  method: WithdrawalMethod;
  decision: WithdrawalDecision;
  money(value: Amount): string;
  busy: boolean;
  /** Returns whether it was requested. */
  send(): Promise<boolean>;
  onClose(): void;
  onDone(sent: boolean): void;
  onCancel(): void;
}

/** The last look: where it goes, what it costs, what arrives. */
function ConfirmWithdrawal({ method, decision, money, busy, send, onClose, onDone, onCancel }: ConfirmProps) {
  const { t } = useTranslation('funds');
  const onAccount = useMoneyLabel();
  const done = useWhileHere(onDone);
  const place =
    method.kind === 'coin'
      ? [
          { name: t('network'), value: method.networkName },
          { name: t('method.address'), value: <Address>{method.address}</Address> },
        ]
      : [{ name: t('method.cardNumber'), value: method.cardNumber }];
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('withdraw.confirmTitle')}
      description={t(method.kind === 'coin' ? 'withdraw.confirmText' : 'withdraw.confirmTextCard')}
      rows={[
        { name: t('withdraw.to'), value: nameOf(method) },
        ...place,
        { name: t('amount'), value: money(decision.amount) },
        { name: t('fee'), value: money(decision.fee) },
        { name: t('actual'), value: <span className="text-accent">{money(decision.actual)}</span>, strong: true },
      ]}
      confirm={onAccount(t('withdraw.submit'))}
      busy={busy}
      onConfirm={() => void send().then(done)}
      onCancel={onCancel}
    />
  );
}

/** A rule's no with its figures: amounts as they are, times as spans. */
function useRefusedWords(): (refused: Refused) => string {
  const { t } = useTranslation('codes');
  const format = useFormat();
  return ({ refused, values = {} }) => {
    const { waitMs, ...amounts } = values;
    const shown = Object.fromEntries(
      Object.entries(amounts).map(([name, value]) => [name, name === 'coin' ? value : format.quantity(value)]),
    );
    const minutes = Math.ceil(Number(waitMs ?? '0') / 60_000);
    const time = minutes < 120 ? format.span(minutes, 'min') : format.span(Math.ceil(minutes / 60), 'hour');
    return t(refused, { ...shown, time });
  };
}
