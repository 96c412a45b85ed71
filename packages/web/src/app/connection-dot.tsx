import { useTranslation } from 'react-i18next';
import { useFeedState } from '../shared/feed/feed.ts';
import { cx } from '../ui/cx.ts';

const looks = { live: 'bg-live', connecting: 'bg-line-strong', offline: 'bg-warn', delayed: 'bg-warn' };
const words = {
  live: 'frame.live',
  connecting: 'frame.connecting',
  offline: 'frame.reconnecting',
  delayed: 'frame.reconnecting',
} as const;

/**
 * Whether prices are live. Where all is well and the bar is short of room it is only a dot; otherwise a word is beside it, as
 * far as there is room.
 */
export function ConnectionDot() {
  const { t } = useTranslation();
  const { state } = useFeedState();
  const word = t(words[state]);
  const inOrder = state === 'live' || state === 'connecting';
  return (
    <span title={word} className="inline-flex min-w-0 items-center gap-s2 px-s1 text-caption text-muted">
      <span aria-hidden className={cx('size-[8px] shrink-0 rounded-large', looks[state])} />
      <span className={cx(inOrder ? 'whitespace-nowrap sr-only desktop:min-[1680px]:not-sr-only' : 'truncate')}>{word}</span>
    </span>
  );
}
