import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Region } from '../error-boundary.tsx';
import { PlainToasts } from './plain-toasts.tsx';
import { earlyToasts, onEarlyToasts } from './toast.tsx';

/** Once they are there they are there for every page. */
let loaded: ComponentType | null = null;

async function loadCards(): Promise<ComponentType> {
  const { ToastCards } = await import('./toast-cards.tsx');
  loaded = ToastCards;
  return ToastCards;
}

/** The page is there and has its prices by then: what comes from here on delays nothing. */
const afterLoadMs = 3000;
/** A user who starts to act may soon need the notice that the connection is lost. */
const beginnings = ['pointerdown', 'keydown'] as const;

/**
 * The cards, fetched with the first message or press, or a while after the page has loaded. What could not be fetched is
 * requested again with the next of these, and when the connection is back. `asked` counts them.
 */
function useCards(load: typeof loadCards): { Cards: ComponentType | null; asked: number } {
  const [Cards, setCards] = useState(() => loaded);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const ask = () => {
      setAsked((times) => times + 1);
      // Without them the message is drawn plainly.
      load().then(
        (part) => setCards(() => part),
        () => undefined,
      );
    };
    const askForWords = () => {
      if (earlyToasts().length > 0) ask();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(ask, afterLoadMs);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait);
    const end = onEarlyToasts(askForWords);
    askForWords();
    for (const beginning of beginnings) document.addEventListener(beginning, ask, { once: true, capture: true });
    window.addEventListener('online', ask);
    return () => {
      end();
      for (const beginning of beginnings) document.removeEventListener(beginning, ask, { capture: true });
      window.removeEventListener('online', ask);
      clearTimeout(timer);
      window.removeEventListener('load', wait);
    };
  }, [load]);
  return { Cards, asked };
}

/** On a phone the cards that stay until they are answered are at the top: a sheet ends below them, its cross within reach. */
function useRoomBelow() {
  const cards = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { current } = cards;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { height, bottom } = current.getBoundingClientRect();
      style.setProperty('--cards', height === 0 ? '0px' : `calc(${bottom}px + var(--step-3))`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--cards');
    };
  }, []);
  return cards;
}

interface ToastRegionProps {
  /** Cards that stay until they are answered. */
  readonly children?: ReactNode;
  /** What the place where these stand is called. */
  readonly name?: string;
  readonly load?: typeof loadCards;
}

/**
 * Once in the frame, above whatever is open; on a phone at the top, in a wide window no wider than the terminal's ticket, where
 * it covers no button that moves money. A new message never moves one that is there, under a finger.
 */
export function ToastRegion({ children, name, load = loadCards }: ToastRegionProps) {
  const { Cards, asked } = useCards(load);
  const cards = useRoomBelow();
  // Beside the page as the sheets are: what has no answer must be seen on a phone with a sheet open.
  return createPortal(
    <div className="pointer-events-none *:[[role=alert]]:pointer-events-auto *:[[role=alert]]:bg-surface-2 fixed inset-x-side bottom-[calc(var(--step-5)+env(safe-area-inset-bottom))] z-60 flex flex-col gap-s3 mobile:top-[calc(var(--bar-height)+var(--step-7)+env(safe-area-inset-top))] mobile:bottom-auto mobile:flex-col-reverse mobile:justify-end desktop:start-auto desktop:end-[10px] desktop:w-[min(292px,100%-20px)]">
      {/* What has failed over one message is tried again for the next. */}
      <Region place={`${asked} ${Cards === null}`}>{Cards === null ? <PlainToasts /> : <Cards />}</Region>
      {/* However many there are, they leave the ticket's button free: more than a third of the window is scrolled. */}
      <Region>
        <section aria-label={name}>
          <ol ref={cards} aria-live="polite" className="flex max-h-[34dvh] flex-col gap-s3 overflow-y-auto">
            {children}
          </ol>
        </section>
      </Region>
    </div>,
    document.body,
  );
}
