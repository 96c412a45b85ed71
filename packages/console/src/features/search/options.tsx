import type { SearchHit } from '@assay/contract/endpoints/console/search.ts';
import { Box, Typography } from '@mui/material';
import { CornerDownLeft, LayoutDashboard, Search } from 'lucide-react';
import { Money } from '../../shared/parts/money.tsx';
import { ThingStatus, thingIcons } from '../../shared/parts/thing.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import type { Entry } from './entries.ts';

interface OptionsProps {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly query: string;
  readonly chosen: Entry | undefined;
  readonly run: (entry: Entry) => void;
}

/** What can be chosen, one under the other; the chosen one is kept in sight. */
export function Options({ id, entries, query, chosen, run }: OptionsProps) {
  const say = useWords();
  return (
    <Box
      component="ul"
      id={id}
      role="listbox"
      aria-label={say('search.title')}
      sx={{ m: 0, p: 0.75, listStyle: 'none', overflowY: 'auto', flex: 1 }}
    >
      {entries.map((entry) => (
        <Box
          component="li"
          key={entry.key}
          id={`${id}-${entry.key}`}
          role="option"
          aria-selected={entry.key === chosen?.key}
          ref={entry.key === chosen?.key ? keepInSight : undefined}
          onClick={() => run(entry)}
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            gap: { xs: 0.75, sm: 1.25 },
            px: 1.25,
            py: 0.875,
            borderRadius: 1,
            cursor: 'pointer',
            '&:hover': { bgcolor: 'action.hover' },
            '&[aria-selected="true"]': { bgcolor: 'action.selected' },
          }}
        >
          <EntryLine entry={entry} query={query} />
        </Box>
      ))}
    </Box>
  );
}

const keepInSight = (line: HTMLElement | null): void => line?.scrollIntoView({ block: 'nearest' });

function EntryLine({ entry, query }: { entry: Entry; query: string }) {
  const say = useWords();
  if (entry.kind === 'hit') return <HitLine hit={entry.hit} />;
  const [Icon, text] =
    entry.kind === 'search'
      ? ([Search, say('search.run', { query })] as const)
      : ([LayoutDashboard, `${say('search.go')} · ${entry.desk.name}`] as const);
  return (
    <>
      <Icon size={16} aria-hidden />
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Typography>
      {entry.kind === 'search' && <CornerDownLeft size={14} aria-hidden />}
    </>
  );
}

function HitLine({ hit }: { hit: SearchHit }) {
  const say = useWords();
  const format = useFormat();
  const { kind, id, by, customer, status, asset, amount, at } = hit;
  const Icon = thingIcons[kind];
  return (
    <>
      <Icon size={17} aria-hidden style={{ flexShrink: 0 }} />
      <Box sx={{ flex: { xs: '1 1 calc(100% - 40px)', sm: 1 }, minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>
          <bdi>{kind === 'customer' ? customer.userName : id}</bdi>
          {kind !== 'customer' && (
            <Typography component="span" color="textSecondary" sx={{ fontWeight: 400 }}>
              {' · '}
              <bdi>{customer.userName}</bdi>
            </Typography>
          )}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {say(`things.kind.${kind}`)} {kind === 'customer' && <bdi>{id}</bdi>} · {say(`search.by.${by}`)} ·{' '}
          <time dateTime={at}>{format.dateTime(at)}</time>
        </Typography>
      </Box>
      {amount !== null && asset !== null && <Money amount={amount} asset={asset} />}
      <ThingStatus kind={kind} status={status} />
    </>
  );
}
