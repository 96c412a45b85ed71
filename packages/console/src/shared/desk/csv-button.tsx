import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { Button, Tooltip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useNotify } from 'react-admin';
import { fetchFile } from '../client/api.ts';
import { useWords } from '../words/words.ts';

/** The list as a file: the server writes it, formulas defused. */
export function CsvButton({ call, query }: { call: DeskCall; query: Readonly<Record<string, string>> }) {
  const say = useWords();
  const notify = useNotify();
  const fetched = useMutation({
    mutationFn: () => fetchFile(`${call.path}.csv?${new URLSearchParams(query)}`),
    onSuccess: ({ name, content }) => save(name, content),
    onError: (error) => notify(error.message || say('frame.noAnswer'), { type: 'error' }),
  });
  return (
    <Tooltip title={say('frame.downloadHint')}>
      <Button
        color="inherit"
        variant="outlined"
        loading={fetched.isPending}
        loadingPosition="start"
        startIcon={<Download size={15} aria-hidden />}
        onClick={() => fetched.mutate()}
      >
        {say('frame.download')}
      </Button>
    </Tooltip>
  );
}

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
