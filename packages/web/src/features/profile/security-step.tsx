import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface StepProps {
  title: string;
  text: string;
  confirm: string;
  look?: ButtonLook;
  busy: boolean;
  onClose(): void;
  onSubmit(): void;
  children: ReactNode;
}

/** One step of a dialog: its button at the foot sends the form, and so does Enter in a field. */
export function SecurityStep({ title, text, confirm, look = 'primary', busy, onClose, onSubmit, children }: StepProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={text}
      onSubmit={onSubmit}
      footer={
        <Button type="submit" look={look} busy={busy}>
          {confirm}
        </Button>
      }
    >
      <div className="flex flex-col gap-s5">{children}</div>
    </Dialog>
  );
}
