import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { SearchHit } from '@assay/contract/endpoints/console/search.ts';
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../shared/client/api.ts';
import { endIfDenied } from '../../shared/client/operator.ts';
import { Failure } from '../../shared/parts/states.tsx';
import { hrefOfThing } from '../../shared/parts/thing.tsx';
import { useWords } from '../../shared/words/words.ts';
import { unseen } from '../../ui/unseen.ts';
import { type Destination, type Entry, entriesFor } from './entries.ts';
import { Options } from './options.tsx';

/**
 * Finds whatever a customer can name, and every desk, a few keys away. The focus stays in the field; arrows move the choice. A
 * search is sent by Enter and not with every letter: each is written down.
 */
export function SearchDialog({ desks, close }: { desks: readonly Destination[]; close: () => void }) {
  const say = useWords();
  const heading = useId();
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      maxWidth="sm"
      aria-labelledby={heading}
      slotProps={{ paper: { sx: { position: 'fixed', top: { xs: 8, sm: '10dvh' }, m: 0, maxHeight: '76dvh' } } }}
    >
      <Box component="h2" id={heading} sx={unseen}>
        {say('search.title')}
      </Box>
      <Body desks={desks} close={close} />
    </Dialog>
  );
}

function useSearch() {
  return useMutation({
    mutationFn: (query: string) => call(consoleCalls.search.find, { query }),
    onError: endIfDenied,
  });
}

function Body({ desks, close }: { desks: readonly Destination[]; close: () => void }) {
  const say = useWords();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const navigate = useNavigate();
  const search = useSearch();
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const asked = query.trim();
  const found = search.variables === asked ? search.data : undefined;
  const entries = entriesFor(query, desks, found?.hits);
  const chosen = entries[Math.min(place, entries.length - 1)];
  const run = (entry: Entry) => {
    if (search.isPending) return;
    if (entry.kind === 'search') {
      setPlace(0);
      search.mutate(asked);
      return;
    }
    close();
    void navigate(entry.kind === 'desk' ? entry.desk.path : hrefOfHit(entry.hit));
  };
  const press = (event: KeyboardEvent) => {
    // Keys that are part of writing Chinese belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) setPlace((place + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && chosen !== undefined) run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Search size={18} aria-hidden />
        <InputBase
          inputRef={input}
          fullWidth
          value={query}
          placeholder={say('search.placeholder')}
          onChange={(event) => {
            setQuery(event.target.value);
            setPlace(0);
          }}
          onKeyDown={press}
          sx={{ minHeight: 52, fontSize: '1rem' }}
          inputProps={{
            role: 'combobox',
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': chosen === undefined ? undefined : `${listId}-${chosen.key}`,
            'aria-autocomplete': 'list',
            'aria-label': say('search.title'),
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 254,
          }}
        />
      </Box>
      <Box sx={{ height: 2 }}>{search.isPending && <LinearProgress sx={{ height: 2 }} aria-hidden />}</Box>
      {search.error !== null && search.variables === asked && <Failure error={search.error} />}
      <Options id={listId} entries={entries} query={asked} chosen={chosen} run={run} />
      <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
        <Typography role="status" variant="caption" color="textSecondary" component="p">
          {found === undefined
            ? say('search.hint')
            : found.hits.length === 0
              ? say('search.none', { query: asked })
              : found.more
                ? say('search.more')
                : say('search.found', { count: found.hits.length })}
        </Typography>
      </Box>
    </>
  );
}

const hrefOfHit = ({ kind, page, customer }: SearchHit) => hrefOfThing(kind, page, customer.id);
