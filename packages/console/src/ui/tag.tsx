import { Chip } from '@mui/material';
import { type Theme, alpha } from '@mui/material/styles';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info' | 'gold';

const colourOf: Readonly<Record<Tone, (theme: Theme) => string>> = {
  plain: ({ palette }) => palette.text.secondary,
  good: ({ palette }) => palette.success.main,
  bad: ({ palette }) => palette.error.main,
  warn: ({ palette }) => palette.warning.main,
  info: ({ palette }) => palette.info.main,
  gold: ({ palette }) => palette.primary.main,
};

/** A status or kind in a word; the tone repeats what the word says. */
export function Tag({ text, tone = 'plain' }: { text: string; tone?: Tone }) {
  return (
    <Chip
      label={text}
      sx={(theme) => ({ color: colourOf[tone](theme), backgroundColor: alpha(colourOf[tone](theme), 0.11) })}
    />
  );
}
