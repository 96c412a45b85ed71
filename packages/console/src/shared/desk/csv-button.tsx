import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { Button, Tooltip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { fetchFile } from '../client/api.ts';
import { cutOff, withoutHead } from '../client/whole-list.ts';
import { notify } from '../notices.ts';
import { useFormat } from '../words/format.ts';
import { useWords } from '../words/words.ts';

/** By which spreadsheets know UTF-8; a browser reads a text without it. */
const byteOrderMark = '\u{feff}';

/** What has come of a list so far, and where it goes on. */
interface Begun {
  readonly of: string;
  readonly parts: readonly string[];
  readonly next: string | null;
}

/**
 * The whole list behind the filters as the server writes it, formulas defused. A long one comes in parts, each of which is written
 * down; pressed again after a failure, it goes on behind the last part that has come.
 */
export function CsvButton({ call, query }: { call: DeskCall; query: Readonly<Record<string, string>> }) {
  const say = useWords();
  const format = useFormat();
  const [lines, setLines] = useState(0);
  const begun = useRef<Begun | null>(null);
  const asked = new URLSearchParams(query).toString();
  const fetched = useMutation({
    mutationFn: async () => {
      let so: Begun = begun.current?.of === asked ? begun.current : { of: asked, parts: [], next: null };
      for (;;) {
        const more = so.next === null ? '' : `&cursor=${encodeURIComponent(so.next)}`;
        const { name, content } = await fetchFile(`${call.path}.csv?${asked}${more}`);
        const { lines: text, next } = cutOff(await content.text());
        const parts: string[] = [...so.parts, so.parts.length === 0 ? text : withoutHead(text)];
        so = { of: asked, parts, next };
        begun.current = so;
        setLines(parts.reduce((count, part) => count + part.split('\n').length - 1, -1));
        if (next === null) return { name, parts };
      }
    },
    onSuccess: ({ name, parts }) => {
      begun.current = null;
      save(name, new Blob([byteOrderMark, ...parts], { type: 'text/csv;charset=utf-8' }));
    },
    onError: (error) => notify(error.message || say('frame.noAnswer'), 'error'),
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
        {fetched.isPending && lines > 0 && ` · ${format.integer(lines)}`}
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
