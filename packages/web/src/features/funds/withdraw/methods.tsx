import type { WithdrawalMethod, WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import { CreditCard, Plus, Trash2, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { Countdown } from '../../../shared/feed/countdown.tsx';
import { useServerTime } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { Address } from '../../../ui/address.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { AddMethod } from './add-method.tsx';

interface MethodsProps {
  terms: WithdrawalTerms;
  methods: readonly WithdrawalMethod[];
  chosen: string | null;
  /** That a new address is for, unless another one is chosen. */
  coin: string;
  onChoose(id: string): void;
}

/** The saved places that money may go to, one of them chosen. */
export function Methods({ terms, methods, chosen, coin, onChoose }: MethodsProps) {
  const { t } = useTranslation('funds');
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<WithdrawalMethod | null>(null);
  return (
    <Panel
      title={t('withdraw.to')}
      action={
        <Button size="small" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-[1.1em]" />
          {t('method.add')}
        </Button>
      }
    >
      {methods.length === 0 ? (
        <EmptyState
          kind="nothing"
          picture="method"
          title={t('method.none')}
          text={t('method.noneText')}
          action={
            <Button look="primary" onClick={() => setAdding(true)}>
              {t('method.addFirst')}
            </Button>
          }
        />
      ) : (
        <div role="radiogroup" aria-label={t('withdraw.to')} className="flex flex-col gap-s3 p-s5">
          {methods.map((method) => (
            <Method
              key={method.id}
              method={method}
              chosen={method.id === chosen}
              onChoose={() => onChoose(method.id)}
              onDelete={() => setDeleting(method)}
            />
          ))}
        </div>
      )}
      {adding ? <AddMethod terms={terms} coin={coin} onClose={() => setAdding(false)} /> : null}
      {deleting === null ? null : <DeleteMethod method={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  );
}

interface MethodProps {
  method: WithdrawalMethod;
  chosen: boolean;
  onChoose(): void;
  onDelete(): void;
}

function Method({ method, chosen, onChoose, onDelete }: MethodProps) {
  const { t } = useTranslation('funds');
  const waits = useServerTime((now) => now !== null && Date.parse(method.usableFrom) > now);
  const Icon = method.kind === 'coin' ? Wallet : CreditCard;
  return (
    <div
      className={cx(
        'flex items-center gap-s3 rounded-middle border pe-s2 transition-quick has-focus-visible:outline-2 has-focus-visible:outline-accent',
        chosen ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <label className="flex min-w-0 flex-1 items-center gap-s4 p-s4">
        <input
          type="radio"
          name="method"
          className="sr-only"
          aria-label={nameOf(method)}
          checked={chosen}
          onChange={onChoose}
        />
        <Icon aria-hidden className={cx('size-icon shrink-0', chosen ? 'text-accent' : 'text-muted')} />
        <span className="flex min-w-0 flex-1 flex-col gap-[2px]">
          <span className="flex flex-wrap items-center gap-s2">
            <bdi className="font-medium">{nameOf(method)}</bdi>
            <Badge>{method.kind === 'coin' ? `${method.coin} · ${method.networkName}` : t('method.card')}</Badge>
          </span>
          <bdi dir="ltr" className="numbers text-caption text-muted rtl:text-end">
            {method.kind === 'coin' ? <Address>{method.address}</Address> : `${method.cardNumber} · ${method.name}`}
          </bdi>
          {waits ? (
            <span className="text-caption text-warn">
              {t('method.usableIn')} <Countdown from={method.createdAt} until={method.usableFrom} over={null} />
            </span>
          ) : null}
        </span>
      </label>
      <IconButton label={t('method.deleteOf', { name: nameOf(method) })} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

function DeleteMethod({ method, onClose }: { method: WithdrawalMethod; onClose(): void }) {
  const { t } = useTranslation('funds');
  const tellFailed = useTellFailed();
  const refresh = useRefreshAccount();
  const move = useMove(calls.user.deleteWithdrawalMethod, method.id);
  const done = useWhileHere(onClose);
  const remove = async () => {
    const summary = t('method.deleteOf', { name: nameOf(method) });
    try {
      const deleted = await move.submit({ id: method.id }, { summary });
      if (deleted !== undefined) toast({ kind: 'success', title: t('method.deleted'), text: nameOf(method) });
    } catch (error) {
      tellFailed(error, summary);
    }
    refresh();
    done();
  };
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('method.deleteTitle')}
      description={<bdi>{nameOf(method)}</bdi>}
      confirm={t('method.delete')}
      look="danger"
      busy={move.isPending}
      onConfirm={() => void remove()}
      onCancel={move.cancel}
    >
      <p className="text-muted">{t('method.deleteText')}</p>
    </Confirm>
  );
}

/** The name of a method: the person's own label, or the bank. */
export function nameOf(method: WithdrawalMethod): string {
  return method.kind === 'coin' ? method.label : method.bankName;
}
