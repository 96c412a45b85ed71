import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';

export interface ToastContent {
  /** A toast with a known id is replaced: one order keeps one toast from submitting to filled. */
  id?: string;
  kind: Kind;
  title: string;
  text?: string;
  action?: { label: string; run(): void };
}

type Kind = 'info' | 'progress' | 'success' | 'error';
type Data = { kind: Kind };

const toastsMax = 4;
/** As long as nobody points at one or has the focus in one; 0 waits for its answer. */
const lastsMs = { info: 5_000, success: 5_000, error: 9_000, progress: 0 } as const;

const manager = Base.createToastManager<Data>();

/** Shows a toast, or replaces the one with the same id. Answers its id. */
export function toast({ id, kind, title, text, action }: ToastContent): string {
  const own = id ?? crypto.randomUUID();
  const run = () => {
    dismissToast(own);
    action?.run();
  };
  return manager.add({
    id: own,
    title,
    // Named even where they are absent: a toast that is replaced keeps what is not.
    description: text,
    actionProps: action && { children: action.label, onClick: run },
    timeout: lastsMs[kind],
    priority: kind === 'error' ? 'high' : 'low',
    data: { kind },
  });
}

export function dismissToast(id: string): void {
  manager.close(id);
}

const icons = { info: Info, progress: LoaderCircle, success: CircleCheck, error: CircleAlert };
const tones = { info: 'text-info', progress: 'text-muted turn', success: 'text-accent', error: 'text-danger' };

function ToastCard({ entry }: { entry: Base.Root.ToastObject<Data> }) {
  const { t } = useTranslation();
  const kind = entry.data?.kind ?? 'info';
  const Icon = icons[kind];
  return (
    <Base.Root
      toast={entry}
      role="group"
      // What is urgent is announced from a copy of its words; the card itself stays within reach and is not read a second time.
      aria-hidden={undefined}
      aria-live={entry.priority === 'high' ? 'off' : undefined}
      swipeDirection={['left', 'right']}
      className="pointer-events-auto flex items-start gap-s3 rounded-middle border border-line bg-surface-2 p-s4 shadow-raised data-limited:hidden"
    >
      <Icon aria-hidden className={cx('mt-[0.15em] size-icon shrink-0', tones[kind])} />
      <Base.Content className="flex min-w-0 flex-1 flex-col gap-s1">
        <Base.Title render={<p />} className="font-medium" />
        <Base.Description className="text-caption text-muted" />
        <Base.Action className="self-start py-s1 text-caption font-semibold text-accent hover:underline" />
      </Base.Content>
      <Base.Close
        aria-label={t('action.close')}
        aria-hidden={undefined}
        className="-my-s1 inline-flex size-control-small shrink-0 items-center justify-center rounded-small text-muted hover:bg-surface-3 hover:text-text"
      >
        <X aria-hidden className="size-icon" />
      </Base.Close>
    </Base.Root>
  );
}

function Toasts() {
  return Base.useToastManager<Data>().toasts.map((entry) => <ToastCard key={entry.id} entry={entry} />);
}

/**
 * Stands once in the frame, above whatever is open; on a phone at the top, where it covers no button that moves money. The
 * list is a live region from the first paint, or its first message would go unread. F6 leads to it and back. A new card
 * never moves one that is there, under a finger.
 */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Base.Provider toastManager={manager} limit={toastsMax}>
      <Base.Portal>
        <Base.Viewport
          aria-label={t('frame.messages')}
          className="pointer-events-none fixed inset-x-side bottom-[calc(var(--step-5)+env(safe-area-inset-bottom))] z-60 flex flex-col gap-s3 outline-none mobile:top-[calc(var(--bar-height)+var(--step-7)+env(safe-area-inset-top))] mobile:bottom-auto mobile:flex-col-reverse desktop:start-auto desktop:end-side desktop:w-[max(3.8rem,320px)] desktop:max-w-[calc(100%-2*var(--side))]"
        >
          <Toasts />
          {children}
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
