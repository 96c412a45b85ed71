import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { isMobile } from './device.ts';
import { useSecondTap, useTapsEnd } from './read-first.ts';

export interface DialogProps {
  open: boolean;
  /** Left out where nothing but its own actions ends it. */
  onOpenChange?(open: boolean): void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The actions; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** A sheet comes from the lower edge; on a phone every dialog does. */
  sheet?: boolean;
  wide?: boolean;
  /** On a phone a sheet of 62 % of the height: what it lies over stays in sight. */
  low?: boolean;
  /** Makes content and actions one form: its submitting button calls this, and so does Enter in a field. */
  onSubmit?(): void;
  /** What Enter does while the dialog has the focus as a whole, and none of its parts. */
  onEnter?(): void;
}

const centred =
  'inset-0 m-auto h-fit max-h-[calc(100dvh-32px)] rounded-large data-ending-style:scale-[0.98] data-starting-style:scale-[0.98]';
const fromBelow =
  'inset-x-0 bottom-0 mx-auto max-h-[90dvh] mobile:max-h-[min(90dvh,calc(100dvh-var(--cards,0px)))] rounded-t-large pb-[env(safe-area-inset-bottom)] data-ending-style:translate-y-full data-starting-style:translate-y-full';

/** A modal dialog: focus is held inside and returned, Escape and a press outside close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  sheet = isMobile,
  wide = false,
  low = false,
  onSubmit,
  onEnter,
}: DialogProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  useTapsEnd(open);
  const takeSecond = useSecondTap(open);
  const isBare = (children ?? null) === null;
  // A sheet that ends because its work is done gives the focus back as well; where that place has gone, `keepFocus` finds another.
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  const giveBack = () => {
    const { current } = opener;
    return current instanceof HTMLElement && current.isConnected && current;
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-veil transition-quick data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          ref={popup}
          // Focus starts on the dialog, so that its title is read first and no keyboard springs up on a phone.
          initialFocus={popup}
          finalFocus={giveBack}
          // Whichever part of it the first tap has brought under the finger.
          onClickCapture={takeSecond}
          // In the tree of React a dialog lies within what opened it, which may be a form as well.
          onSubmit={(event) => event.stopPropagation()}
          onKeyDown={({ key, repeat, target, currentTarget }) => {
            if (open && key === 'Enter' && !repeat && target === currentTarget) onEnter?.();
          }}
          className={cx(
            'fixed z-50 flex flex-col border border-line bg-surface-1 shadow-raised outline-none transition-quick data-ending-style:opacity-0 data-starting-style:opacity-0',
            sheet ? fromBelow : centred,
            wide
              ? 'w-[min(calc(100%-2*var(--side)),max(7.2rem,760px))]'
              : 'w-[min(calc(100%-2*var(--side)),max(4.8rem,380px))]',
            sheet && 'mobile:w-full',
            low && 'mobile:h-[62dvh]',
          )}
        >
          <header className={cx('flex items-start justify-between gap-s4 px-s5 pt-s5', isBare && 'pb-s5')}>
            <div className="flex min-w-0 flex-1 flex-col gap-s1">
              <Base.Title className="text-emphasis font-semibold">{title}</Base.Title>
              {description === undefined ? null : <Base.Description className="text-muted">{description}</Base.Description>}
            </div>
            {onOpenChange === undefined ? null : (
              <Base.Close
                aria-label={t('action.close')}
                className="-me-s2 -mt-s2 inline-flex size-control-small shrink-0 items-center justify-center rounded-middle text-muted hover:bg-surface-2 hover:text-text"
              >
                <X aria-hidden className="size-icon" />
              </Base.Close>
            )}
          </header>
          <Content open={open} {...(onSubmit === undefined ? {} : { onSubmit })}>
            {isBare ? null : <div className="min-h-0 flex-1 overflow-y-auto px-s5 py-s5">{children}</div>}
            {footer === undefined ? null : (
              // Side by side where each has room for its words in one line, else one below the other.
              <footer className="flex flex-wrap gap-s3 border-t border-line px-s5 py-s4 *:flex-auto *:px-s3">{footer}</footer>
            )}
          </Content>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** One that is on its way out takes no second press. */
function Content({ open, onSubmit, children }: Pick<DialogProps, 'open' | 'onSubmit' | 'children'>) {
  if (onSubmit === undefined) return children;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (open) onSubmit();
      }}
      // A key that is held down repeats itself: it agrees once, not to whatever is asked next.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      {children}
    </form>
  );
}
