import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { monospace } from '../../ui/theme.ts';
import { useNames } from '../words/names.ts';
import { useWords } from '../words/words.ts';

export type Snapshot = Readonly<Record<string, unknown>>;

function shown(value: unknown): string {
  if (value === undefined || value === null) return '—';
  // Values with commas of their own are listed line by line.
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join(value.some((one) => one.includes(',')) ? '\n' : ', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields that a change affects, before and after; without a before, all of them. */
export function Diff({ before, after, label }: { before: Snapshot | null; after: Snapshot; label: string }) {
  const say = useWords();
  const name = useNames();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  const changed = fields.filter((field) => shown(before?.[field]) !== shown(after[field]));
  const cell = { fontFamily: monospace, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', verticalAlign: 'top' } as const;
  return (
    <TableContainer tabIndex={0} role="group" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{say('frame.field')}</TableCell>
            {before !== null && <TableCell sx={{ width: '40%' }}>{say('frame.before')}</TableCell>}
            <TableCell sx={{ width: before === null ? '75%' : '40%' }}>{say('frame.after')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changed.map((field) => (
            <TableRow key={field}>
              <TableCell sx={{ verticalAlign: 'top' }}>{name('proposals.fields', field)}</TableCell>
              {before !== null && (
                <TableCell
                  sx={({ palette }) => ({ ...cell, color: 'text.secondary', bgcolor: alpha(palette.error.main, 0.07) })}
                >
                  <Box component="del" sx={{ textDecoration: 'line-through' }}>
                    {shown(before[field])}
                  </Box>
                </TableCell>
              )}
              <TableCell sx={({ palette }) => ({ ...cell, bgcolor: alpha(palette.success.main, 0.09) })}>
                <Box component="ins" sx={{ textDecoration: 'none' }}>
                  {shown(after[field])}
                </Box>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
