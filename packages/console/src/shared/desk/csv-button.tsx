import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Button, Tooltip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchFile } from '../client/api.ts';
import { saveFile } from '../client/files.ts';
import { actOnce } from '../client/outbox.ts';
import { useDesk } from '../client/use-desk.ts';
import { cutOff } from '../client/whole-list.ts';
import { notify } from '../notices.ts';
import { useFormat } from '../words/format.ts';
import { useWords } from '../words/words.ts';

/** By which spreadsheets know UTF-8; a browser reads a text without it. */
const byteOrderMark = '\u{feff}';
const { exports } = consoleCalls;
const lookMs = 1000;

/**
 * The whole list behind the filters as the server writes it, formulas defused. A long one is written by the server in
 * the background: it downloads when done if the page is still open, and is listed under the operator's account
 * otherwise.
 */
export function CsvButton({ call, query }: { call: DeskCall; query: Readonly<Record<string, string>> }) {
  const say = useWords();
  const format = useFormat();
  const [aside, setAside] = useState<string | null>(null);
  const { data } = useDesk(exports.list, {}, { everyMs: lookMs, enabled: aside !== null });
  const written = aside === null ? undefined : data?.find(({ id }) => id === aside);
  const fetched = useMutation({
    mutationFn: async () => {
      const asked = new URLSearchParams(query).toString();
      const { name, content } = await fetchFile(`${call.path}.csv?${asked}`);
      const { lines, next } = cutOff(await content.text());
      if (next === null) return saveFile(name, new Blob([byteOrderMark, lines], { type: content.type }));
      const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
      const begun = await actOnce(exports.begin, { list: call.path, filters }, { name: say('frame.download') });
      setAside(begun.id);
      notify(say('frame.downloadAside'), 'info');
    },
    onError: (error) => notify(error.message || say('frame.noAnswer'), 'error'),
  });
  const taken = useMutation({
    mutationFn: async (id: string) => {
      const { name, content } = await fetchFile(`/exports/file/${id}`);
      saveFile(name, content);
    },
    onError: (error) => notify(error.message || say('frame.noAnswer'), 'error'),
  });
  const { mutate: take } = taken;
  useEffect(() => {
    if (written === undefined || written.status === 'working') return;
    setAside(null);
    if (written.status === 'done') take(written.id);
    else notify(say('frame.downloadFailed'), 'error');
  }, [written, take, say]);
  const working = fetched.isPending || aside !== null || taken.isPending;
  return (
    <Tooltip title={say('frame.downloadHint')}>
      <Button
        color="inherit"
        variant="outlined"
        loading={working}
        loadingPosition="start"
        startIcon={<Download size={15} aria-hidden />}
        onClick={() => fetched.mutate()}
      >
        {say('frame.download')}
        {working && written !== undefined && ` · ${format.integer(written.lines)}`}
      </Button>
    </Tooltip>
  );
}
