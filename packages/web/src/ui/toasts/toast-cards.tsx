import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { type ToastContent, takeToasts } from './toast.tsx';

const toastsMax = 4;
/** Counted while no toast has the pointer or the focus; 0 waits for its answer. */
const lastsMs = { info: 5_000, success: 5_000, error: 9_000, progress: 0 } as const;
const icons = { info: Info, progress: LoaderCircle, success: CircleCheck, error: CircleAlert };
const tones = { info: 'text-info', progress: 'text-muted turn', success: 'text-accent', error: 'text-danger' };

/** What a card shows beyond what the library has a place for. */
type Data = Pick<ToastContent, 'kind' | 'other'>;

const manager = Base.createToastManager<Data>();

const actionLook = 'self-start py-s1 text-caption font-semibold text-accent hover:underline';

function show({ id, kind, title, text, action, other, stays = false }: ToastContent & { id: string }): void {
  const run = () => {
    manager.close(id);
    action?.run();
  };
  manager.add({
    id,
    title,
    // Named even where they are absent: a toast that is replaced keeps what is not.
    description: text,
    actionProps: action && { children: action.label, onClick: run },
    timeout: stays ? 0 : lastsMs[kind],
    priority: kind === 'error' ? 'high' : 'low',
    data: { kind, ...(other && { other }) },
  });
}

/** The toasts themselves; F6 leads to them and back. They come after the page, with the part of the library they need. */
export function ToastCards() {
  const { t } = useTranslation();
  const ids = useRef<readonly string[]>([]);
  // The live region exists by now: messages in it from here on are read out.
  useEffect(() => takeToasts({ show, close: manager.close, shown: () => ids.current }), []);
  return (
    <Base.Provider toastManager={manager} limit={toastsMax}>
      <Base.Viewport
        aria-label={t('frame.messages')}
        className="flex flex-col gap-s3 outline-none mobile:flex-col-reverse mobile:justify-end"
      >
        <Cards
          onShown={(shown) => {
            ids.current = shown;
          }}
        />
      </Base.Viewport>
    </Base.Provider>
  );
}

function Cards({ onShown }: { onShown(ids: readonly string[]): void }) {
  const { toasts } = Base.useToastManager<Data>();
  useEffect(() => onShown(toasts.map(({ id }) => id)));
  return toasts.map((entry) => <Card key={entry.id} entry={entry} />);
}

function Card({ entry }: { entry: Base.Root.ToastObject<Data> }) {
  const { t } = useTranslation();
  const { kind = 'info', other } = entry.data ?? {};
  const Icon = icons[kind];
  return (
    <Base.Root
      toast={entry}
      role="group"
      aria-modal={undefined}
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
        <span className="flex flex-wrap gap-x-s5">
          <Base.Action className={actionLook} />
          {other === undefined ? null : (
            <button
              type="button"
              onClick={() => {
                manager.close(entry.id);
                other.run();
              }}
              className={actionLook}
            >
              {other.label}
            </button>
          )}
        </span>
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
