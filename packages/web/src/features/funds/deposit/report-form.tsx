import type { DepositCoin } from '@assay/contract/endpoints/funds.ts';
import type { Wrong } from '@assay/contract/form.ts';
import { decideDeposit } from '@assay/domain/funds/decide-deposit.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { CircleCheck, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useForm } from '../../../shared/form.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { ImageField } from '../../../ui/images/image-field.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { sampleHash } from './sample-hash.ts';

interface Report {
  amount: string;
  hash: string;
  lastSix: string;
  proof: File | null;
}

const nothingTyped: Report = { amount: '', hash: '', lastSix: '', proof: null };

/** Reports what was sent: amount, transaction and proof. The rules of the domain answer first, then the server does. */
export function ReportForm({ network }: { network: DepositCoin }) {
  const { t } = useTranslation(['funds', 'codes']);
  const [done, setDone] = useState(false);
  if (!done) return <Form network={network} onDone={() => setDone(true)} />;
  return (
    <div role="status" className="flex flex-col items-center gap-s3 px-s5 py-s7 text-center">
      <CircleCheck aria-hidden strokeWidth={1.5} className="size-icon-large text-accent" />
      <p className="text-emphasis font-semibold">{t('codes:20002')}</p>
      <p className="max-w-[max(4.2rem,300px)] text-muted">{t('funds:deposit.doneText')}</p>
      <Button className="mt-s3" onClick={() => setDone(false)}>
        {t('funds:deposit.another')}
      </Button>
    </div>
  );
}

function Form({ network, onDone }: { network: DepositCoin; onDone(): void }) {
  const { t } = useTranslation(['funds', 'codes']);
  const format = useFormat();
  const refresh = useRefreshAccount();
  const move = useMove(calls.user.recharge);
  const asset = assetOf(network.coin);
  const whatOf = (amount: string) => `${t('funds:tab.deposit')} · ${format.exactAmount(amount, network.coin)} ${network.coin}`;
  const minimum = { coin: network.coin, limit: format.exactAmount(network.minimum, network.coin) };
  const { typed, control, field, error, reset, submit, busy, isLeft } = useForm<Report>({
    values: nothingTyped,
    check: useCheck(network),
    send: async ({ proof, ...report }) => {
      if (proof === null) return;
      const { coin, network: id } = network;
      const input = { coin, network: id, ...report, hash: report.hash.trim(), lastSix: report.lastSix.trim() };
      const summary = whatOf(report.amount);
      const reported = await move.submit(input, { summary, images: { proof } });
      if (reported === undefined) return;
      refresh();
      // Here a page of its own says so.
      if (isLeft()) toast({ kind: 'success', title: t('codes:20002'), text: summary });
      else onDone();
    },
    what: ({ amount }) => whatOf(amount),
  });
  const fillIn = () => {
    const hash = sampleHash(network.chain);
    reset({ ...typed, amount: typed.amount === '' ? network.minimum : typed.amount, hash, lastSix: hash.slice(-6) });
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
      <p className="text-caption text-muted">{t('funds:deposit.reportText')}</p>
      {network.sample ? (
        <Button size="small" className="self-start" onClick={fillIn}>
          <WandSparkles aria-hidden className="size-[1.1em] shrink-0" />
          {t('funds:sandbox.fill')}
        </Button>
      ) : null}
      <NumberField
        label={t('funds:deposit.amount')}
        {...control('amount')}
        decimals={asset.scale}
        unit={network.coin}
        hint={t('codes:11040', minimum)}
      />
      <Input
        label={t('funds:hash')}
        {...field('hash')}
        dir="ltr"
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="numbers rtl:[&_input]:text-end"
        hint={t('funds:deposit.hashHint')}
      />
      <Input
        label={t('funds:deposit.lastSix')}
        {...field('lastSix')}
        dir="ltr"
        maxLength={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="numbers rtl:[&_input]:text-end"
      />
      <ImageField
        label={t('funds:deposit.proof')}
        value={typed.proof}
        onChange={control('proof').onChange}
        error={error('proof')}
      />
      {error('form') === undefined ? null : (
        <p role="alert" className="text-caption text-danger">
          {error('form')}
        </p>
      )}
      <Button type="submit" look="primary" block busy={busy || move.isPending}>
        {t('funds:deposit.submit')}
      </Button>
    </form>
  );
}

/** What is missing, then what the domain refuses, by field; nothing when the report may be sent. */
function useCheck(network: DepositCoin) {
  const { t } = useTranslation(['funds', 'codes']);
  const format = useFormat();
  return (typed: Report): Wrong<Report> => {
    const missing = {
      ...(typed.amount === '' && { amount: t('funds:enter.amount') }),
      ...(typed.hash.trim() === '' && { hash: t('funds:enter.hash') }),
      ...(typed.lastSix.trim() === '' && { lastSix: t('funds:enter.lastSix') }),
      ...(typed.proof === null && { proof: t('funds:enter.proof') }),
    };
    if (Object.keys(missing).length > 0) return missing;
    const asset = assetOf(network.coin);
    const minimum = parseAmount(network.minimum, asset);
    if (minimum === undefined) throw new Error(`${network.minimum} is no amount of ${network.coin}`);
    const request = { amount: typed.amount, hash: typed.hash.trim(), lastSix: typed.lastSix.trim() };
    const decision = decideDeposit(request, { chain: network.chain, asset, minimum });
    if (!isRefused(decision)) return {};
    const figures = { coin: network.coin, limit: format.exactAmount(network.minimum, network.coin) };
    return { [decision.field ?? 'form']: t(`codes:${decision.refused}`, figures) };
  };
}
