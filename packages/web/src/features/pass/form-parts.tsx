import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What was refused as a whole, above the button that was pressed. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message === undefined ? null : (
        <p className="flex items-start gap-s2 rounded-middle bg-danger-soft px-s4 py-s3 text-danger">
          <CircleAlert aria-hidden className="mt-[0.15em] size-icon shrink-0" />
          {message}
        </p>
      )}
    </div>
  );
}

/** One entry below the other; errors are shown in our words, not the browser's. */
export function EntryForm({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-s5"
    >
      {children}
    </form>
  );
}
