import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useStarred, useWatchlist } from './watchlist.ts';

/** Puts an instrument on the watchlist of this browser, or takes it off. */
export function StarButton({ code, name }: { code: string; name: string }) {
  const { t } = useTranslation('market');
  const starred = useStarred(code);
  const errorText = useErrorText();
  const toggle = useWatchlist((state) => state.toggle);
  const press = () =>
    toggle(code).catch(
      (error: unknown) => void toast({ id: `star-${code}`, kind: 'error', title: name, text: errorText(error) }),
    );
  return (
    <IconButton
      label={t(starred ? 'unstar' : 'star', { name })}
      aria-pressed={starred}
      onClick={() => void press()}
      className={cx('size-control-small', starred && 'text-accent')}
    >
      <Star aria-hidden fill={starred ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
