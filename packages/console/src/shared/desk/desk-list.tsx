import type { DeskCall, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { Box, Button, IconButton, LinearProgress, Paper, Typography } from '@mui/material';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import { mayCall } from '../client/may-call.ts';
import { useOperator } from '../client/operator.ts';
import { Empty, Failure, Waiting } from '../parts/states.tsx';
import { useWords } from '../words/words.ts';
import { CsvButton } from './csv-button.tsx';
import { type FilterSpec, Filters } from './filters.tsx';
import { useDeskList } from './use-desk-list.ts';
import { Views } from './views.tsx';

type Paged = z.ZodType<{ items: object[]; nextCursor: string | null }>;
type ItemOf<C> = DeskResult<C> extends { items: (infer T)[] } ? T : never;

interface DeskListProps<C, T> {
  readonly call: C;
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (record: T) => string;
  readonly hrefOf?: (record: T) => string;
  readonly filters?: readonly FilterSpec[];
  /** The filters when the page opens. */
  readonly initial?: Readonly<Record<string, string>>;
  /** What the list is about, not for the operator to change. */
  readonly about?: Readonly<Record<string, string>>;
  readonly actions?: ReactNode;
  readonly empty?: string;
  /** What the records mean, in a sentence. */
  readonly lead?: string;
  /** Beside other things on a page, filters and page stay out of its address. */
  readonly embedded?: boolean;
  /** What it lists never changes any more: it is read once. */
  readonly settled?: boolean;
}

/** A paged list of a desk: filters, figures in rows, what is next, and the whole as a file. */
export function DeskList<C extends DeskCall<z.ZodObject, Paged>>(props: DeskListProps<C, ItemOf<C>>) {
  const operator = useOperator();
  // A list of another role beside things of one's own is left out.
  return mayCall(props.call, operator.roles) ? <ListBody {...props} /> : null;
}

const nothing = {};

function ListBody<T>({
  call,
  label,
  columns,
  keyOf,
  hrefOf,
  filters = [],
  about = nothing,
  actions,
  empty,
  lead,
  embedded = false,
  settled = false,
  initial = nothing,
}: DeskListProps<DeskCall, T>) {
  const say = useWords();
  const operator = useOperator();
  const list = useDeskList(call, { initial, about, embedded, settled });
  const { isPending, isFetching, refetch, error, filters: values } = list;
  // The call answers its own items.
  const records = (list.data?.items ?? []) as unknown as T[];
  const filtered = JSON.stringify(values) !== JSON.stringify(initial);
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden', minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          p: 1.25,
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {embedded && (
          <Typography variant="h2" sx={{ pl: 0.75, pr: 1, alignSelf: 'center' }}>
            {label}
          </Typography>
        )}
        <Filters label={label} specs={filters} values={values} onChange={list.setFilters} />
        {filters.length === 0 && <Box sx={{ flex: 1 }} />}
        {actions}
        {filters.length > 0 && !embedded && (
          <Views call={call} label={label} values={values} filtered={filtered} onChoose={list.setFilters} />
        )}
        {call.csv && mayCall({ roles: call.csvRoles ?? call.roles }, operator.roles) && (
          <CsvButton call={call} query={{ ...about, ...values }} />
        )}
      </Box>
      {lead !== undefined && (
        <Typography color="textSecondary" sx={{ px: 2, py: 1.25 }}>
          {lead}
        </Typography>
      )}
      <Box sx={{ height: 2 }}>{isFetching && !isPending && <LinearProgress sx={{ height: 2 }} aria-hidden />}</Box>
      {isPending && error === null ? (
        <Waiting />
      ) : error !== null ? (
        <Failure error={error} retry={refetch} />
      ) : records.length === 0 ? (
        <Empty text={filtered ? say('frame.nothingMatches') : (empty ?? say('frame.nothingYet'))}>
          {filtered && <Button onClick={() => list.setFilters(initial)}>{say('frame.clearFilters')}</Button>}
        </Empty>
      ) : (
        <RecordTable label={label} records={records} columns={columns} keyOf={keyOf} {...(hrefOf && { hrefOf })} />
      )}
      <Pager {...list} hasNext={list.data?.hasNext === true} />
    </Paper>
  );
}

interface PagerProps {
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

function Pager({ page, setPage, hasPrevious, hasNext }: PagerProps) {
  const say = useWords();
  if (!hasNext && !hasPrevious) return null;
  return (
    <Box
      component="nav"
      aria-label={say('frame.pages')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        p: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton disabled={!hasPrevious} onClick={() => setPage(page - 1)} aria-label={say('frame.previousPage')}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <Typography variant="caption">{say('frame.pageNumber', { page })}</Typography>
      <IconButton disabled={!hasNext} onClick={() => setPage(page + 1)} aria-label={say('frame.nextPage')}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </Box>
  );
}
