import { Box, IconButton, Tooltip } from '@mui/material';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { monospace } from '../../ui/theme.ts';
import { useWords } from '../words/words.ts';

/** A number, address or hash as it is, to compare and to copy. */
export function Code({ text, short = false }: { text: string; short?: boolean }) {
  const say = useWords();
  const [copied, setCopied] = useState(false);
  const shown = short && text.length > 18 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, maxWidth: '100%' }}>
      <Tooltip title={shown === text ? '' : text}>
        <Box
          component="bdi"
          // What has been shortened stays on one line: a narrow column of a table would break it into letters.
          sx={{
            fontFamily: monospace,
            fontSize: '0.92em',
            overflowWrap: 'anywhere',
            whiteSpace: shown === text ? 'normal' : 'nowrap',
          }}
        >
          {shown}
        </Box>
      </Tooltip>
      <Tooltip title={say(copied ? 'frame.copied' : 'frame.copy')}>
        <IconButton
          aria-label={`${say('frame.copy')} ${text}`}
          onClick={(event) => {
            event.stopPropagation();
            void copy();
          }}
          onBlur={() => setCopied(false)}
          sx={{ p: 0.5, color: 'text.secondary' }}
        >
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        </IconButton>
      </Tooltip>
    </Box>
  );
}
