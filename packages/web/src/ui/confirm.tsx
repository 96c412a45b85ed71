import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** The figures that the person agrees to, each with its name. */
  rows?: readonly { name: string; value: ReactNode }[];
  children?: ReactNode;
  confirm: string;
  look?: ButtonLook;
  busy?: boolean;
  /** Something is still to be done before it can be confirmed. */
  blocked?: boolean;
  onConfirm(): void;
  /** Ends what is under way; closing in another way leaves it to its end. */
  onCancel?(): void;
}

/** Asks before something is owed or lost. The confirming button says what it does, never only "OK". */
export function Confirm({
  open,
  onOpenChange,
  title,
  description,
  rows = [],
  children,
  confirm,
  look = 'primary',
  busy = false,
  blocked = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(description === undefined ? {} : { description })}
      onSubmit={() => {
        if (!busy && !blocked) onConfirm();
      }}
      footer={
        <>
          <Button
            onClick={() => {
              if (busy) onCancel?.();
              onOpenChange(false);
            }}
          >
            {t('action.cancel')}
          </Button>
          <Button type="submit" look={look} busy={busy} disabled={blocked}>
            {confirm}
          </Button>
        </>
      }
    >
      {rows.length === 0 ? null : (
        <dl className="flex flex-col divide-y divide-line">
          {rows.map(({ name, value }) => (
            <div key={name} className="flex justify-between gap-s4 py-s2">
              <dt className="text-muted">{name}</dt>
              <dd className="numbers text-end font-medium">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </Dialog>
  );
}
