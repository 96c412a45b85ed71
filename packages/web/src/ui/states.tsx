import { ApiRefusal, NoAnswer } from '@assay/contract/client.ts';
import { NotSent } from '@assay/contract/outbox.ts';
import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import type { PictureName } from './pictures/drawings.tsx';
import { Picture } from './pictures/picture.tsx';

/** Stands where content will be, in its size, so that nothing jumps when it comes. Give width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block rounded-small bg-surface-2 shimmer', className)} />;
}

/** A few lines of skeleton for a list. */
export function SkeletonRows({ rows = 6, className }: { rows?: number; className?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('state.loading')} className={cx('flex flex-col gap-s3', className)}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-control w-full" />
      ))}
    </div>
  );
}

interface EmptyProps {
  /** `nothing` yet at all, or nothing that `noMatch`es what was asked for. */
  kind: 'nothing' | 'noMatch';
  title: string;
  text?: string;
  action?: ReactNode;
  /** An illustration of what would be here. */
  picture?: PictureName;
  className?: string;
}

/** Shows what would be here and what to do about it. */
export function EmptyState({ kind, title, text, action, picture, className }: EmptyProps) {
  const Icon = kind === 'nothing' ? Inbox : SearchX;
  return (
    <div className={cx('beside-words flex flex-col items-center gap-s2 px-s5 py-s7 text-center', className)}>
      {picture === undefined ? (
        <span className="mb-s2 inline-flex rounded-large border border-line bg-surface-2 p-s4 text-muted">
          <Icon aria-hidden strokeWidth={1.5} className="size-icon-large" />
        </span>
      ) : (
        <Picture name={picture} />
      )}
      <div className="flex flex-col items-center gap-s2">
        <p className="font-semibold">{title}</p>
        {text === undefined ? null : <p className="max-w-[max(4.2rem,300px)] text-muted">{text}</p>}
        {action === undefined ? null : <div className="mt-s3">{action}</div>}
      </div>
    </div>
  );
}

/** Words for anything that a call may throw. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof ApiRefusal && error.message !== '') return error.message;
    if (error instanceof ApiRefusal && error.code === '11152') return t('outbox.never');
    if (error instanceof NotSent) return t(`outbox.${error.reason}`);
    if (error instanceof NoAnswer) return t(`error.${error.reason}`);
    return t('error.unknown');
  };
}

/** The title over an error's text: "refused" only where the server has said so, else what is known. */
export function useProblemTitle(): (error: unknown, refused: string) => string {
  const { t } = useTranslation();
  return (error, refused) => {
    if (error instanceof ApiRefusal) return error.code === '11152' ? t('outbox.notDone') : refused;
    if (error instanceof NotSent && error.reason !== 'signedOut') return t('outbox.notDone');
    return error instanceof NoAnswer || error instanceof NotSent ? t('outbox.unknown') : refused;
  };
}

/** A part of a page that could not be loaded, with the next step. */
export function ErrorState({ error, onRetry, className }: { error: unknown; onRetry?: () => void; className?: string }) {
  const { t } = useTranslation();
  const text = useErrorText();
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-s2 px-s5 py-s7 text-center', className)}>
      <Picture name={error instanceof NoAnswer ? 'offline' : 'error'} />
      <p className="font-semibold">{t('error.title')}</p>
      <p className="max-w-[max(4.2rem,300px)] text-muted">{text(error)}</p>
      {onRetry === undefined ? null : (
        <Button className="mt-s3" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}
