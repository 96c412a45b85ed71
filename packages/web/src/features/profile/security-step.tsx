import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface StepProps {
  title: string;
  text: string;
  confirm: string;
  look?: ButtonLook;
  busy: boolean;
  /** What is wrong and belongs to no field, such as an answer that never came. */
  wrong: string | undefined;
  onClose(): void;
  onSubmit(): void;
  children: ReactNode;
}

/** What is wrong with a form as a whole; its place is there before, so that it is read out when it comes. */
export function Fault({ text }: { text: string | undefined }) {
  return (
    <p role="status" className="text-caption text-danger empty:hidden">
      {text}
    </p>
  );
}

/** One step of a dialog: its button at the foot sends the form, and so does Enter in a field. */
export function SecurityStep({ title, text, confirm, look = 'primary', busy, wrong, onClose, onSubmit, children }: StepProps) {
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
      <div className="flex flex-col gap-s5">
        {children}
        <Fault text={wrong} />
      </div>
    </Dialog>
  );
}
