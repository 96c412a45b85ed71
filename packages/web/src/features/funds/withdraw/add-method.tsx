import type { WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { parseCardNumber } from '@assay/domain/funds/card.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useForm } from '../../../shared/form.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { CoinChoice } from '../choice/coin-choice.tsx';
import { NetworkChoice } from '../choice/network-choice.tsx';
import { useFeeWords } from '../fee-words.ts';

const nothingTyped = { address: '', label: '', name: '', cardNumber: '', bankName: '' };
type Field = keyof typeof nothingTyped;

const figures = { dir: 'ltr', autoComplete: 'off', spellCheck: false, className: 'numbers rtl:[&_input]:text-end' } as const;

/** Saves a coin address or a bank card. A mistyped one is caught here, by the checksums that the server asks too. */
export function AddMethod({ terms, coin, onClose }: { terms: WithdrawalTerms; coin: string; onClose(): void }) {
  const { t } = useTranslation(['funds', 'codes', 'common']);
  const feeWords = useFeeWords();
  const refresh = useRefreshAccount();
  const wait = useWait(terms.newMethodWaitSeconds);
  const saveAddress = useMove(calls.user.saveCoinAddress);
  const saveCard = useMove(calls.user.saveBankCard);
  const saving = [saveAddress, saveCard].find(({ isPending }) => isPending);
  const whatOf = (name: string) => `${t('funds:method.add')} · ${name}`;
  const [kind, setKind] = useState<'coin' | 'card'>('coin');
  const [network, setNetwork] = useState(terms.coins.find((one) => one.coin === coin) ?? terms.coins[0]);
  const { field, error, show, submit, isLeft } = useForm({
    values: nothingTyped,
    check: (typed) => {
      const asked: readonly Field[] = kind === 'coin' ? ['address', 'label'] : ['name', 'cardNumber', 'bankName'];
      const missing = asked.filter((name) => typed[name].trim() === '');
      if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, t(`funds:enter.${name}`)]));
      if (kind === 'card')
        return parseCardNumber(typed.cardNumber.trim()) === undefined ? { cardNumber: t('codes:11046') } : {};
      const known = network !== undefined && parseAddress(network.chain, typed.address.trim()) !== undefined;
      return known ? {} : { address: t('codes:11045') };
    },
    send: async ({ address, label, name, cardNumber, bankName }) => {
      if (network === undefined) return;
      const saved =
        kind === 'coin'
          ? await saveAddress.submit({ ...placeOf(network), address: address.trim(), label }, { summary: whatOf(label) })
          : await saveCard.submit({ name, cardNumber: cardNumber.trim(), bankName }, { summary: whatOf(bankName) });
      if (saved === undefined) return;
      refresh();
      toast({ kind: 'success', title: t('funds:method.saved'), text: t('funds:method.wait', { time: wait }) });
      if (!isLeft()) onClose();
    },
    what: ({ label, bankName }) => whatOf(kind === 'coin' ? label : bankName),
  });
  const choose = (next: WithdrawalTerms['coins'][number] | undefined) => {
    setNetwork(next);
    show({});
  };
  const labelled = (name: Field) => ({ ...field(name), label: t(`funds:method.${name}`) });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('funds:method.add')}
      description={t('funds:method.wait', { time: wait })}
      onSubmit={submit}
      footer={
        <>
          <CancelButton move={saving} onClose={onClose}>
            {t('common:action.cancel')}
          </CancelButton>
          <Button type="submit" look="primary" busy={saving !== undefined}>
            {t('funds:method.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-s5">
        <Segmented
          label={t('funds:method.kind')}
          value={kind}
          onChange={(next) => {
            setKind(next);
            show({});
          }}
          className="border border-line"
          options={[
            { value: 'coin', label: t('funds:method.coin') },
            { value: 'card', label: t('funds:method.card') },
          ]}
        />
        {kind === 'coin' ? (
          <>
            <CoinChoice
              coins={[...new Set(terms.coins.map((one) => one.coin))]}
              chosen={network?.coin ?? ''}
              onChoose={(next) => choose(terms.coins.find((one) => one.coin === next))}
            />
            {network === undefined ? null : (
              <NetworkChoice
                networks={terms.coins.filter((one) => one.coin === network.coin)}
                chosen={network}
                fee={({ fee, coin: charged }) => feeWords(fee, charged)}
                onChoose={(id) => choose(terms.coins.find((one) => one.network === id))}
              />
            )}
            <Input {...labelled('address')} {...figures} autoCapitalize="none" maxLength={128} />
            <Input {...labelled('label')} autoComplete="off" maxLength={60} placeholder={t('funds:method.labelExample')} />
          </>
        ) : (
          <>
            <Input {...labelled('name')} autoComplete="cc-name" maxLength={100} />
            <Input {...labelled('cardNumber')} {...figures} inputMode="numeric" autoComplete="cc-number" maxLength={23} />
            <Input {...labelled('bankName')} autoComplete="off" maxLength={60} />
          </>
        )}
        {error('form') === undefined ? null : (
          <p role="alert" className="text-caption text-danger">
            {error('form')}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const placeOf = ({ coin, network }: { coin: string; network: string }) => ({ coin, network });

/** How long a new method waits, in words. */
function useWait(seconds: number): string {
  const format = useFormat();
  return seconds < 3600 ? format.span(Math.ceil(seconds / 60), 'min') : format.span(Math.ceil(seconds / 3600), 'hour');
}
