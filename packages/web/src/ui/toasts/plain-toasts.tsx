import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, earlyToasts, onEarlyToasts, type ToastShown } from './toast.tsx';

/** Messages without the part of the library that moves and times them: what has to be said offline cannot be fetched first. */
export function PlainToasts() {
  return useSyncExternalStore(onEarlyToasts, earlyToasts, earlyToasts).map((told) => <PlainToast key={told.id} told={told} />);
}

function PlainToast({ told: { id, kind, title, text, action, other } }: { told: ToastShown }) {
  const { t } = useTranslation();
  const close = () => dismissToast(id);
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className="pointer-events-auto rounded-middle border border-line bg-surface-2 p-s4 shadow-raised"
    >
      <p className="font-medium">{title}</p>
      {text === undefined ? null : <p className="text-caption text-muted">{text}</p>}
      {[action, other].map((way) =>
        way === undefined ? null : (
          <PlainAction
            key={way.label}
            label={way.label}
            run={() => {
              close();
              way.run();
            }}
          />
        ),
      )}
      <PlainAction label={t('action.close')} run={close} />
    </div>
  );
}

function PlainAction({ label, run }: { label: string; run(): void }) {
  return (
    <button type="button" onClick={run} className="me-s5 py-s1 text-caption font-semibold text-accent hover:underline">
      {label}
    </button>
  );
}
