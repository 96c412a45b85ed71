import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { cx } from './cx.ts';

export interface ToastContent {
  /** A toast with a known id is replaced: one order keeps one toast from submitting to filled. */
  id?: string;
  kind: 'info' | 'progress' | 'success' | 'error';
  title: string;
  text?: string;
  action?: { label: string; run(): void };
}

interface Shown extends ToastContent {
  id: string;
  /** Grows with each replacement, so that the card and its timer start anew. */
  version: number;
}

const toastsMax = 4;
const lastsMs = { info: 5_000, success: 5_000, error: 9_000, progress: null } as const;

const useToasts = create<{ list: readonly Shown[] }>()(() => ({ list: [] }));

/** Shows a toast, or replaces the one with the same id. Answers its id. */
export function toast(content: ToastContent): string {
  const id = content.id ?? crypto.randomUUID();
  useToasts.setState(({ list }) => {
    const known = list.find((entry) => entry.id === id);
    const next: Shown = { ...content, id, version: (known?.version ?? 0) + 1 };
    return { list: known ? list.map((entry) => (entry.id === id ? next : entry)) : [...list, next].slice(-toastsMax) };
  });
  return id;
}

export function dismissToast(id: string): void {
  useToasts.setState(({ list }) => ({ list: list.filter((entry) => entry.id !== id) }));
}

const icons = { info: Info, progress: LoaderCircle, success: CircleCheck, error: CircleAlert };
const tones = { info: 'text-info', progress: 'text-muted turn', success: 'text-accent', error: 'text-danger' };

function ToastCard({ id, kind, title, text, action }: Shown) {
  const { t } = useTranslation();
  useEffect(() => {
    const lasts = lastsMs[kind];
    if (lasts === null) return undefined;
    const timer = setTimeout(() => dismissToast(id), lasts);
    return () => clearTimeout(timer);
  }, [id, kind]);
  const Icon = icons[kind];
  return (
    <li
      role={kind === 'error' ? 'alert' : undefined}
      className="pointer-events-auto flex items-start gap-s3 rounded-middle border border-line bg-surface-2 p-s4 shadow-raised"
    >
      <Icon aria-hidden className={cx('mt-[0.15em] size-icon shrink-0', tones[kind])} />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <p className="font-medium">{title}</p>
        {text === undefined ? null : <p className="text-caption text-muted">{text}</p>}
        {action === undefined ? null : (
          <button
            type="button"
            className="self-start py-s1 text-caption font-semibold text-accent hover:underline"
            onClick={() => {
              dismissToast(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={() => dismissToast(id)}
        className="-my-s1 inline-flex size-control-small shrink-0 items-center justify-center rounded-small text-muted hover:bg-surface-3 hover:text-text"
      >
        <X aria-hidden className="size-icon" />
      </button>
    </li>
  );
}

/**
 * Stands once in the frame; on a phone above, where it covers no button that moves money. The list is a live region from
 * the first paint, or its first message would go unread.
 */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const list = useToasts((state) => state.list);
  // Over the sheets, which stand beside the page and not in it: what has no answer must be seen on a phone with a sheet open.
  return createPortal(
    <ol
      aria-live="polite"
      aria-label={t('frame.messages')}
      className="pointer-events-none fixed inset-x-side bottom-[calc(var(--step-5)+env(safe-area-inset-bottom))] z-60 flex flex-col gap-s3 mobile:top-[calc(var(--bar-height)+var(--step-7)+env(safe-area-inset-top))] mobile:bottom-auto desktop:start-auto desktop:end-side desktop:w-[max(3.8rem,320px)]"
    >
      {children}
      {list.map((entry) => (
        <ToastCard key={`${entry.id}/${entry.version}`} {...entry} />
      ))}
    </ol>,
    document.body,
  );
}
