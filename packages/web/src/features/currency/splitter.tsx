import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { chartShareMax, chartShareMin, usePreferences } from '../../shared/preferences.ts';

/** Of the height that chart and orders share, in percent, for one press of an arrow key. */
const stepPercent = 5;

/** The line between chart and orders: dragged, or moved by arrow keys, and remembered on this device. */
export function Splitter() {
  const { t } = useTranslation('currency');
  const { chartShare, set } = usePreferences();
  const move = (share: number) =>
    set({ chartShare: Math.round(Math.min(chartShareMax, Math.max(chartShareMin, share)) * 10) / 10 });
  const drag = ({ currentTarget, clientY, pointerId }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const above = currentTarget.previousElementSibling?.getBoundingClientRect();
    const below = currentTarget.nextElementSibling?.getBoundingClientRect();
    if (above !== undefined && below !== undefined) move(((clientY - above.top) / (above.height + below.height)) * 100);
  };
  const keys = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: chartShare - stepPercent,
      ArrowDown: chartShare + stepPercent,
      Home: chartShareMin,
      End: chartShareMax,
    };
    const share = Object.entries(to).find(([key]) => key === event.key)?.[1];
    if (share === undefined) return;
    event.preventDefault();
    move(share);
  };
  return (
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('splitter')}
      aria-valuemin={chartShareMin}
      aria-valuemax={chartShareMax}
      aria-valuenow={Math.round(chartShare)}
      tabIndex={0}
      onKeyDown={keys}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      className="group relative z-10 hidden h-[7px] shrink-0 cursor-row-resize touch-none items-center justify-center bg-surface-0 focus-visible:-outline-offset-1 wide:flex"
    >
      <span
        aria-hidden
        className="h-[3px] w-[40px] rounded-small bg-line transition-quick group-hover:bg-accent group-active:bg-accent"
      />
    </div>
  );
}
