import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { ExportStatus } from '@assay/contract/vocabulary/operators.ts';
import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../shared/client/api.ts';
import { saveFile } from '../../shared/client/files.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { DirectAct } from '../../shared/desk/direct-act.tsx';
import { notify } from '../../shared/notices.ts';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag } from '../../ui/tag.tsx';

const { exports } = consoleCalls;
const tones: Readonly<Record<ExportStatus, 'plain' | 'good' | 'bad'>> = { working: 'plain', done: 'good', failed: 'bad' };

/** Long lists that the server writes down for this operator, and how far it is. */
export function FilesPanel() {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(exports.list, {}, { everyMs: 2000 });
  return (
    <Panel title={say('operators.files')} flush>
      <Typography color="textSecondary" sx={{ px: 2, py: 1.25 }}>
        {say('operators.filesLead')}
      </Typography>
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : data.length === 0 ? (
        <Empty text={say('operators.noFiles')} />
      ) : (
        <RecordTable
          label={say('operators.files')}
          records={data}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'list',
              label: say('operators.file'),
              render: ({ list }) => <bdi>{list.slice(1).replaceAll('/', ' · ')}</bdi>,
            },
            {
              key: 'status',
              label: say('operators.fileState'),
              render: ({ status }) => <Tag text={say(`operators.fileStates.${status}`)} tone={tones[status]} />,
            },
            { key: 'lines', label: say('operators.fileLines'), figure: true, render: ({ lines }) => format.integer(lines) },
            {
              key: 'until',
              label: say('operators.fileUntil'),
              figure: true,
              render: ({ keptUntil }) => format.dateTime(keptUntil),
            },
            {
              key: 'acts',
              label: say('frame.acts'),
              quiet: true,
              figure: true,
              render: ({ id, status }) => (
                <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
                  {status === 'done' && <Fetch id={id} />}
                  <DirectAct
                    call={exports.remove}
                    input={{ id }}
                    label={say('operators.fileRemove')}
                    done={say('operators.fileRemoved')}
                  />
                </Box>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Fetch({ id }: { id: string }) {
  const say = useWords();
  const fetched = useMutation({
    mutationFn: async () => {
      const { name, content } = await fetchFile(`/exports/file/${id}`);
      saveFile(name, content);
    },
    onError: (error) => notify(error.message || say('frame.noAnswer'), 'error'),
  });
  return (
    <Button variant="outlined" color="inherit" loading={fetched.isPending} onClick={() => fetched.mutate()}>
      {say('operators.fileFetch')}
    </Button>
  );
}
