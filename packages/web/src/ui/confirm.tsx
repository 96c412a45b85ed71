import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';
import { type Figure, Figures } from './figures.tsx';
import { useReadFirst } from './read-first.ts';

/** What can be under way can be ended: closing in another way than by Cancel leaves it to its end. */
type UnderWay = { busy: boolean; onCancel(): void } | { busy?: undefined; onCancel?: undefined };

export type ConfirmProps = UnderWay & {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** The figures that the person agrees to, each with its name. */
  rows?: readonly Figure[];
  children?: ReactNode;
  /** What follows from what is filled in: beside it where there is room, so that both are in sight, else below. */
  aside?: ReactNode;
  confirm: string;
  /** What is confirmed is itself a cancelling: the other button keeps what there is. */
  cancels?: boolean;
  /** The same words as they are drawn. */
  shown?: ReactNode;
  /** Before the figures. */
  strip?: ReactNode;
  look?: ButtonLook;
  /** Something is still to be done before it can be confirmed. */
  blocked?: boolean;
  onConfirm(): void;
};

interface CancelProps {
  /** What may be under way. */
  move: { cancel(): void } | undefined;
  onClose(): void;
  children: ReactNode;
}

/** Leaves a dialog, and gives up what it has on its way. */
export function CancelButton({ move, onClose, children }: CancelProps) {
  return (
    <Button
      onClick={() => {
        move?.cancel();
        onClose();
      }}
    >
      {children}
    </Button>
  );
}

/** Asks before something is owed or lost. The confirming button says what it does, never only "OK". */
export function Confirm({
  open,
  onOpenChange,
  title,
  description,
  rows = [],
  children,
  aside,
  confirm,
  cancels = false,
  shown = confirm,
  strip,
  look = 'primary',
  busy = false,
  blocked = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const { t } = useTranslation();
  const { unread, isNew } = useReadFirst(open, `${title}\n${confirm}`);
  const agree = () => {
    if (!busy && !blocked && !unread) onConfirm();
  };
  // Enter confirms, except for permanent losses: these need a press.
  const enter = () => {
    if (!isNew()) agree();
  };
  const bare = aside === undefined && rows.length === 0 && (strip ?? children ?? null) === null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(description === undefined ? {} : { description })}
      wide={aside !== undefined}
      onSubmit={agree}
      {...(look === 'danger' ? {} : { onEnter: enter })}
      footer={
        <>
          <CancelButton
            move={busy && onCancel !== undefined ? { cancel: onCancel } : undefined}
            onClose={() => onOpenChange(false)}
          >
            {t(cancels ? 'action.keep' : 'action.cancel')}
          </CancelButton>
          <Button type="submit" look={look} busy={busy} disabled={blocked} className={cx(unread && 'pointer-events-none')}>
            {shown}
          </Button>
        </>
      }
    >
      {bare ? null : (
        <>
          {strip}
          <Figures figures={rows} />
          {aside === undefined ? (
            <div className={cx('contents', unread && 'pointer-events-none')}>{children}</div>
          ) : (
            <div
              className={cx(
                'grid grid-cols-[repeat(auto-fit,minmax(min(100%,260px),1fr))] gap-x-s6',
                unread && 'pointer-events-none',
              )}
            >
              <div className="min-w-0">{children}</div>
              <div className="mt-s4 min-w-0 self-start desktop:sticky desktop:top-0">{aside}</div>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
