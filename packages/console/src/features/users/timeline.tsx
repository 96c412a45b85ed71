import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type TimelineLine, timelineKindsFor } from '@assay/contract/endpoints/console/timeline.ts';
import type { TimelineKind } from '@assay/contract/vocabulary/timeline.ts';
import { Box, Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { useOperator } from '../../shared/client/operator.ts';
import { useDeskPages } from '../../shared/client/use-desk.ts';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { TimelineTable } from './timeline-table.tsx';

/** What is read together. */
const groups = {
  orders: ['contract', 'option', 'spot', 'plan', 'bid'],
  money: ['deposit', 'withdrawal', 'address', 'loan'],
  messages: ['notification', 'chat'],
  desk: ['kyc', 'note', 'act'],
} as const satisfies Record<string, readonly TimelineKind[]>;
type Group = keyof typeof groups;

const books = ['real', 'demo'] as const;

/** All events of a customer, newest first, as far as the operator's desks allow. */
export function CustomerTimeline({ id }: { id: string }) {
  const say = useWords();
  const mine = new Set(timelineKindsFor(useOperator().roles));
  const [group, setGroup] = useState<Group | null>(null);
  const [book, setBook] = useState<(typeof books)[number] | null>(null);
  const shown = (Object.keys(groups) as Group[]).filter((name) => groups[name].some((kind) => mine.has(kind)));
  return (
    <Panel
      title={say('users.timeline.title')}
      flush
      actions={
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Tabs
            label={say('users.timeline.which')}
            value={group}
            all={say('users.timeline.all')}
            options={shown.map((name) => ({ value: name, label: say(`users.timeline.${name}`) }))}
            onChange={setGroup}
          />
          <Tabs
            label={say('users.timeline.account')}
            value={book}
            all={say('users.timeline.bothAccounts')}
            options={books.map((name) => ({ value: name, label: say(`users.books.${name}`) }))}
            onChange={setBook}
          />
        </Box>
      }
    >
      <Pages id={id} kinds={group === null ? null : groups[group]} book={book} />
    </Panel>
  );
}

function Tabs<V extends string>({
  label,
  value,
  all,
  options,
  onChange,
}: {
  label: string;
  value: V | null;
  all: string;
  options: readonly { readonly value: V; readonly label: string }[];
  onChange: (value: V | null) => void;
}) {
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={label}
      value={value ?? ''}
      onChange={(_, next: V | '' | null) => onChange(next === '' ? null : next)}
      sx={{ flexWrap: 'wrap' }}
    >
      <ToggleButton value="">{all}</ToggleButton>
      {options.map((option) => (
        <ToggleButton key={option.value} value={option.value}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function Pages({ id, kinds, book }: { id: string; kinds: readonly TimelineKind[] | null; book: 'real' | 'demo' | null }) {
  const say = useWords();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeskPages(consoleCalls.users.timeline, {
    id,
    ...(kinds !== null && { kinds: kinds.join(',') }),
    ...(book !== null && { book }),
  });
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={refetch} />;
  const lines: TimelineLine[] = data.pages.flatMap(({ items }) => items);
  if (lines.length === 0) return <Empty text={say('users.timeline.none')} />;
  return (
    <>
      <TimelineTable customerId={id} lines={lines} />
      {hasNextPage && (
        <Box sx={{ p: 1, textAlign: 'center' }}>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {say('users.timeline.more')}
          </Button>
        </Box>
      )}
    </>
  );
}
