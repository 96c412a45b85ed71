import type { DeskCall, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { Box, Button, IconButton, Link, Paper, Tooltip, Typography } from '@mui/material';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { useDesk } from '../client/use-desk.ts';
import { notify } from '../notices.ts';
import { Age } from '../parts/age.tsx';
import { useWords } from '../words/words.ts';
import { QueueContext, useKey } from './queue-mode.ts';
import { filtersIn } from './use-desk-list.ts';

/** Cases of a queue that are shown beside the one that is decided. */
const shownMax = 50;
const everyMs = 15_000;
const parameter = 'queue';
const filterParameter = 'filter';
/** What a list is narrowed by that says nothing about what waits. */
const ownOfList: readonly string[] = ['status', 'mine', 'by'];
const none: readonly QueueItem[] = [];

/** A case as listed in its queue. */
export interface QueueItem {
  readonly id: string;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly at: string;
}

type Paged = z.ZodType<{ items: object[]; nextCursor: string | null }>;
type ItemOf<C> = DeskResult<C> extends { items: (infer T)[] } ? T : never;

interface QueueProps<C> {
  /** Where the desk is, such as `/deposits`. */
  readonly path: string;
  readonly call: C;
  /** What waits, of all that the call lists. */
  readonly waiting: Readonly<Record<string, string>>;
  readonly itemOf: (item: ItemOf<C>) => QueueItem;
}

/** The way to a case within its queue, which is as narrow as the list from which it was begun. */
function within(path: string, id: string, search: URLSearchParams): string {
  const filter = search.get(filterParameter);
  return `${path}/${id}?${new URLSearchParams({ [parameter]: '1', ...(filter !== null && { [filterParameter]: filter }) })}`;
}

/** What this operator may decide next: the server knows of all that wait. */
function useQueue<C extends DeskCall<z.ZodObject, Paged>>({ call, waiting, itemOf }: QueueProps<C>) {
  const [search] = useSearchParams();
  const listed = Object.entries(filtersIn(search.get(filterParameter)) ?? {});
  const filters = Object.fromEntries(listed.filter(([name]) => !ownOfList.includes(name)));
  const { data } = useDesk<z.ZodObject, Paged>(call, { ...filters, ...waiting, todo: 'YES', limit: shownMax }, { everyMs });
  // What the call answers is of its own kind; the schema of any call says no more here.
  const items = useMemo(() => (data === undefined ? undefined : (data.items as ItemOf<C>[]).map(itemOf)), [data, itemOf]);
  return { items, search };
}

/** Opens the first case that one may decide, to go on from there. */
export function WorkThrough<C extends DeskCall<z.ZodObject, Paged>>(props: QueueProps<C>) {
  const say = useWords();
  const { items, search } = useQueue(props);
  const first = items?.at(0);
  return first === undefined ? null : (
    <Button variant="contained" component={RouterLink} to={within(props.path, first.id, search)}>
      {say('cases.queue.work')}
    </Button>
  );
}

/** A case alone, or, where its queue is worked through, beside the cases that wait with it. */
export function QueueFrame<C extends DeskCall<z.ZodObject, Paged>>({
  id,
  children,
  ...props
}: QueueProps<C> & { id: string; children: ReactNode }) {
  const [search] = useSearchParams();
  if (search.get(parameter) === null) return children;
  return (
    <Working {...props} id={id}>
      {children}
    </Working>
  );
}

function Working<C extends DeskCall<z.ZodObject, Paged>>({
  id,
  children,
  ...props
}: QueueProps<C> & { id: string; children: ReactNode }) {
  const { path } = props;
  const say = useWords();
  const navigate = useNavigate();
  const { items = none, search } = useQueue(props);
  const place = items.findIndex((item) => item.id === id);
  const open = useCallback(
    (item: QueueItem | undefined) => {
      if (item !== undefined) void navigate(within(path, item.id, search));
    },
    [navigate, path, search],
  );
  const mode = useMemo(
    () => ({
      goOn: () => {
        // An answer may come after its operator has gone on by themselves.
        if (window.location.pathname !== `${path}/${id}`) return;
        const next = items[place + 1] ?? items.find((item) => item.id !== id);
        if (next === undefined) notify(say('cases.queue.empty'), 'info');
        else open(next);
      },
    }),
    [items, place, open, say, path, id],
  );
  return (
    <QueueContext value={mode}>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '248px minmax(0, 1fr)' }, alignItems: 'start' }}
      >
        <Paper
          variant="outlined"
          component="nav"
          aria-label={say('cases.queue.title')}
          sx={{
            m: { xs: 1.5, lg: 0 },
            mt: { lg: 3 },
            ml: { lg: 3 },
            position: { lg: 'sticky' },
            top: { lg: 68 },
            overflow: 'hidden',
          }}
        >
          <Steps path={path} before={items[place - 1]} after={items[place + 1]} open={open} count={items.length} />
          <Box
            component="ol"
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              maxHeight: 'calc(100dvh - 160px)',
              overflowY: 'auto',
              display: { xs: 'none', lg: 'block' },
            }}
          >
            {items.map((item) => (
              <Line key={item.id} item={item} desk={path.slice(1)} here={item.id === id} href={within(path, item.id, search)} />
            ))}
          </Box>
        </Paper>
        <Box sx={{ minWidth: 0 }}>{children}</Box>
      </Box>
    </QueueContext>
  );
}

interface StepsProps {
  readonly path: string;
  readonly before: QueueItem | undefined;
  readonly after: QueueItem | undefined;
  readonly open: (item: QueueItem | undefined) => void;
  readonly count: number;
}

/** To the case before and the next, by J and K too, and out of the queue. */
function Steps({ path, before, after, open, count }: StepsProps) {
  const say = useWords();
  const back = useCallback(() => open(before), [open, before]);
  const on = useCallback(() => open(after), [open, after]);
  useKey('k', back);
  useKey('j', on);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 1, py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="caption" sx={{ flex: 1 }}>
        {say('cases.queue.waiting', { count: count >= shownMax ? `${shownMax}+` : String(count) })}
      </Typography>
      <Tooltip title={say('cases.queue.before')}>
        <span>
          <IconButton
            aria-label={say('cases.queue.before')}
            aria-keyshortcuts="K"
            disabled={before === undefined}
            onClick={back}
          >
            <ChevronLeft size={17} aria-hidden />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={say('cases.queue.next')}>
        <span>
          <IconButton aria-label={say('cases.queue.next')} aria-keyshortcuts="J" disabled={after === undefined} onClick={on}>
            <ChevronRight size={17} aria-hidden />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={say('cases.queue.leave')}>
        <IconButton component={RouterLink} to={path} aria-label={say('cases.queue.leave')}>
          <X size={16} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

interface LineProps {
  readonly item: QueueItem;
  readonly desk: string;
  readonly here: boolean;
  readonly href: string;
}

function Line({ item: { title, detail, at }, desk, here, href }: LineProps) {
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
      <Link
        component={RouterLink}
        to={href}
        aria-current={here ? 'page' : undefined}
        underline="none"
        color="inherit"
        sx={{
          display: 'block',
          px: 1.5,
          py: 0.875,
          '&:hover': { bgcolor: 'action.hover' },
          '&[aria-current]': { bgcolor: 'action.selected', boxShadow: (theme) => `inset 2px 0 ${theme.palette.primary.main}` },
        }}
      >
        <Typography component="div" sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {detail} · <Age desk={desk} since={at} />
        </Typography>
      </Link>
    </Box>
  );
}
