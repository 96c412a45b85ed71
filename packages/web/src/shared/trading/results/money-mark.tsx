import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { useBook, useSession } from '../../client/session.ts';

/**
 * Words for a button that moves money where its account is seen beside it: on demo its edge is that of the account, and the name of the
 * account is read out alone; on the real account it says so.
 */
export function MoneyMark({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const book = useBook();
  const signedIn = useSession((session) => session.isLogin);
  if (!signedIn) return children;
  const name = `${t(`account.${book}`)} · `;
  return (
    <span>
      {book === 'demo' ? (
        <>
          <span aria-hidden className="pointer-events-none absolute -inset-px rounded-middle border-2 border-info" />
          <span className="sr-only">{name}</span>
        </>
      ) : (
        name
      )}
      {children}
    </span>
  );
}

/** Whose money a ticket moves: in sight all the time. */
export function BookStrip({ className }: { className?: string }) {
  const { t } = useTranslation('terminal');
  const book = useBook();
  const signedIn = useSession((session) => session.isLogin);
  if (!signedIn) return null;
  return (
    <p
      className={cx(
        'px-s3 py-[3px] text-center text-[12px] font-medium',
        book === 'demo' ? 'bg-info-soft text-info' : 'bg-accent-soft text-accent',
        className,
      )}
    >
      {t(`book.${book}`)}
    </p>
  );
}
