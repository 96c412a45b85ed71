import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../ui/cx.ts';
import { useBook, useSession } from './client/session.ts';

const books = ['demo', 'real'] as const;

/** Demo or real account: stored, and sent with every request from here on. */
export function AccountSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const book = useBook();
  // Two of them may be on one page: radio buttons of one name would switch each other off.
  const name = useId();
  const setBook = useSession((session) => session.setBook);
  return (
    <div
      role="radiogroup"
      aria-label={t('account.label')}
      className={cx('inline-flex rounded-middle border border-line bg-surface-0 p-[3px]', className)}
    >
      {books.map((one) => (
        <label
          key={one}
          title={t(`account.${one}Hint`)}
          className={cx(
            'flex min-h-[calc(var(--control-height-small)-4px)] flex-1 items-center justify-center rounded-small px-s4 text-caption font-medium whitespace-nowrap transition-quick has-focus-visible:outline-2 has-focus-visible:outline-accent',
            book !== one && 'text-muted hover:text-text',
            book === one && (one === 'demo' ? 'bg-info-soft text-info' : 'bg-accent-soft text-accent'),
          )}
        >
          <input type="radio" name={name} className="sr-only" checked={book === one} onChange={() => setBook(one)} />
          {t(`account.${one}`)}
        </label>
      ))}
    </div>
  );
}
