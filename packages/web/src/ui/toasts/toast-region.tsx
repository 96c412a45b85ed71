import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPage } from '../../shared/lazy-page.ts';
import { Region } from '../error-boundary.tsx';
import { whenWanted } from './toast.tsx';

const ToastCards = lazyPage(() => import('./toast-cards.tsx').then((module) => module.ToastCards));

/** The page is there and has its prices by then: what comes from here on delays nothing. */
const afterLoadMs = 3000;
/** Whoever begins to do something may soon have to be told that the connection is gone. */
const beginnings = ['pointerdown', 'keydown'] as const;

/**
 * How often the cards were wanted: whenever there is a toast and nobody draws it, and with the first press or a while after the
 * page has loaded, since without a connection nothing could be loaded any more.
 */
function useWanted(): number {
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    const tell = () => setWanted((times) => times + 1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(tell, afterLoadMs);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait);
    const end = whenWanted(tell);
    for (const beginning of beginnings) document.addEventListener(beginning, tell, { once: true, capture: true });
    return () => {
      end();
      for (const beginning of beginnings) document.removeEventListener(beginning, tell, { capture: true });
      clearTimeout(timer);
      window.removeEventListener('load', wait);
    };
  }, []);
  return wanted;
}

/**
 * Stands once in the frame, above whatever is open; on a phone at the top, where it covers no button that moves money. A new
 * message never moves one that is there, under a finger.
 */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const wanted = useWanted();
  // Beside the page as the sheets are: what has no answer must be seen on a phone with a sheet open.
  return createPortal(
    <div className="pointer-events-none *:[[role=alert]]:pointer-events-auto *:[[role=alert]]:bg-surface-2 fixed inset-x-side bottom-[calc(var(--step-5)+env(safe-area-inset-bottom))] z-60 flex flex-col gap-s3 mobile:top-[calc(var(--bar-height)+var(--step-7)+env(safe-area-inset-top))] mobile:bottom-auto mobile:flex-col-reverse mobile:justify-end desktop:start-auto desktop:end-side desktop:w-[max(3.8rem,320px)] desktop:max-w-[calc(100%-2*var(--side))]">
      {wanted === 0 ? null : (
        // What has failed over one message is tried again for the next.
        <Region place={String(wanted)}>
          <ToastCards />
        </Region>
      )}
      <ol aria-live="polite" className="flex flex-col gap-s3">
        {children}
      </ol>
    </div>,
    document.body,
  );
}
