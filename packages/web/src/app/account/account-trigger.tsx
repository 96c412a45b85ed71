import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../../shared/client/session.ts';
import { cx } from '../../ui/cx.ts';

/** The button of the account's menu, the same before and after the menu's code has come: the first letter of the name. */
export function AccountTrigger(props: ComponentProps<'button'>) {
  const { t } = useTranslation();
  const name = useSession((session) => session.userInfo?.userName ?? '');
  const onDemo = useBook() === 'demo';
  const [first = '·'] = name;
  return (
    <button
      type="button"
      {...props}
      aria-label={t('account.menu', { name })}
      title={name}
      className="inline-flex size-control items-center justify-center rounded-large transition-quick hover:bg-surface-2"
    >
      <span
        aria-hidden
        className={cx(
          'inline-grid size-[max(0.36rem,28px)] place-items-center rounded-large text-caption font-semibold',
          onDemo ? 'bg-info-soft text-info' : 'bg-accent-soft text-accent',
        )}
      >
        {first.toUpperCase()}
      </span>
    </button>
  );
}
