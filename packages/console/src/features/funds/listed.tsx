import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Column, RecordTable } from '../../ui/record-table.tsx';

/** Records in a panel, with what they mean in a sentence; while they are fetched, and where that fails. */
export function Listed<T>({
  title,
  lead,
  records,
  error,
  retry,
  actions,
  ...table
}: {
  title: string;
  lead: string;
  records: readonly T[] | undefined;
  error: Error | null;
  retry: () => unknown;
  actions?: ReactNode;
  columns: readonly Column<T>[];
  keyOf: (record: T) => string;
}) {
  const say = useWords();
  return (
    <Panel title={title} actions={actions} flush>
      <Typography color="textSecondary" sx={{ px: 2, py: 1.25 }}>
        {lead}
      </Typography>
      {records !== undefined && records.length === 0 ? (
        <Empty text={say('frame.nothingYet')} />
      ) : records !== undefined ? (
        <RecordTable label={title} records={records} {...table} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </Panel>
  );
}
