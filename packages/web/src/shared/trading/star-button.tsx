import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useStarred, useWatchlist } from './watchlist.ts';

/** Puts an instrument on the watchlist of this browser, or takes it off. */
export function StarButton({ code, name }: { code: string; name: string }) {
  const { t } = useTranslation('market');
  const starred = useStarred(code);
  const toggle = useWatchlist((state) => state.toggle);
  return (
    <IconButton
      label={t(starred ? 'unstar' : 'star', { name })}
      aria-pressed={starred}
      onClick={() => toggle(code)}
      className={cx('size-control-small', starred && 'text-accent')}
    >
      <Star aria-hidden fill={starred ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
