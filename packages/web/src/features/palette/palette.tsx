import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePalette } from '../../shared/palette.ts';
import { recentCodes } from '../../shared/recent.ts';
import { useMarket } from '../../shared/trading/market/market.ts';
import { useWatchlist } from '../../shared/trading/market/watchlist.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { type Entry, offerFor } from './entries.ts';
import { Options } from './options.tsx';
import { useActions, usePages, useToEntry } from './use-entries.ts';

/** Every instrument, page and action a few keys away. The focus stays in the field; arrows move the choice. */
export function Palette() {
  const { t } = useTranslation('palette');
  const setOpen = usePalette((state) => state.setOpen);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Base.Root open onOpenChange={setOpen}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          initialFocus={input}
          className="fixed inset-x-0 top-[12dvh] z-50 mx-auto flex max-h-[70dvh] w-[min(calc(100%-2*var(--side)),max(6.4rem,440px))] flex-col overflow-hidden rounded-large border border-line bg-surface-1 shadow-raised outline-none mobile:top-[6dvh]"
        >
          <Base.Title className="sr-only">{t('title')}</Base.Title>
          <Commands input={input} onDone={() => setOpen(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Commands({ input, onDone }: { input: RefObject<HTMLInputElement | null>; onDone(): void }) {
  const { t } = useTranslation('palette');
  const listId = useId();
  const [query, setQuery] = useState('');
  const [recent] = useState(recentCodes);
  const [place, setPlace] = useState(0);
  const ask = (text: string) => {
    setQuery(text);
    setPlace(0);
    input.current?.focus();
  };
  const groups = offerFor({
    items: useMarket().data ?? [],
    watchlist: useWatchlist((state) => state.watchlist),
    recent,
    pages: usePages(),
    actions: useActions(ask),
    query,
    toEntry: useToEntry(),
  });
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(place, entries.length - 1)];
  const run = (entry: Entry) => {
    if (entry.closes !== false) onDone();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    // Keys that are part of writing Chinese or Japanese belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) setPlace((place + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && chosen !== undefined) run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-s3 border-b border-line px-s5 focus-within:border-accent mobile:gap-s2 mobile:px-s4">
        <Search aria-hidden className="size-icon shrink-0 text-muted" />
        <input
          ref={input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
          aria-autocomplete="list"
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={query}
          onChange={(event) => ask(event.target.value)}
          onKeyDown={press}
          className={cx(
            'min-h-bar min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted',
            isMobile ? 'text-body' : 'text-emphasis',
          )}
        />
      </div>
      <Options id={listId} groups={groups} chosen={chosen} onRun={run} />
      <p role="status" className={entries.length === 0 ? 'px-s5 py-s7 text-center text-muted' : 'sr-only'}>
        {entries.length === 0 ? t('none', { query: query.trim() }) : null}
      </p>
      <p className="border-t border-line px-s5 py-s3 text-caption text-muted mobile:hidden">{t('hint')}</p>
    </>
  );
}
