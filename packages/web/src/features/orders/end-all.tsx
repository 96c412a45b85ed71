import { useTellFailed } from '../../shared/tell-failed.ts';
import { useLearnOrder } from '../../shared/trading/account.ts';
import { MoneyConfirm } from '../../shared/trading/results/money-confirm.tsx';
import { useWhileHere } from '../../shared/while-here.ts';
import type { Figure } from '../../ui/figures.tsx';
import { type ToastContent, tellOfOrders } from '../../ui/toasts/toast.tsx';

interface EndAllProps {
  title: string;
  /** Of this instrument only. */
  code: string | undefined;
  rows: readonly Figure[];
  action: string;
  /** What it is while its outcome is not known. */
  what: string;
  /** What it cannot promise. */
  text: string;
  /** Orders are cancelled, so that the other button keeps them. */
  cancels: boolean;
  move: { readonly isPending: boolean; cancel(): void };
  /** Sends it, and returns the message to show; undefined where one is under way. */
  send(): Promise<ToastContent | undefined>;
  onDone(): void;
}

/** Confirms before all orders are ended, with the total effect. Allowed at any time, whatever the market does. */
export function EndAll({ title, code, rows, action, what, text, cancels, move, send, onDone }: EndAllProps) {
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const done = useWhileHere(onDone);
  const end = async () => {
    try {
      const told = await send();
      if (told === undefined) return;
      tellOfOrders(told);
    } catch (error) {
      tellFailed(error, what);
    }
    learnOrder(null);
    done();
  };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={title}
      {...(code === undefined ? {} : { description: code })}
      rows={rows}
      confirm={action}
      cancels={cancels}
      busy={move.isPending}
      onConfirm={() => void end()}
      onCancel={move.cancel}
    >
      <p className="mt-s3 text-caption text-muted">{text}</p>
    </MoneyConfirm>
  );
}
