import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useOperator } from '../../shared/client/auth-provider.ts';
import { mayCall } from '../../shared/client/may-call.ts';
import { useActError, useDeskMove } from '../../shared/client/use-desk.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { monospace } from '../../ui/theme.ts';
import type { Content } from './content.ts';
import { Markdown } from './markdown.tsx';

const { save } = consoleCalls.contents;

/** A text in one language as Markdown, and what customers will see of it, side by side. */
export function TextEditor({
  contentId,
  language,
  text,
}: {
  contentId: string;
  language: Language;
  text: Content['texts'][number] | undefined;
}) {
  const say = useWords();
  const format = useFormat();
  const notify = useNotify();
  const { roles } = useOperator();
  const [title, setTitle] = useState(text?.title ?? '');
  const [body, setBody] = useState(text?.body ?? '');
  const errorText = useActError();
  const move = useDeskMove(save);
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  const changed = title !== (text?.title ?? '') || body !== (text?.body ?? '');
  const mayWrite = mayCall(save, roles);

  const submit = async () => {
    const saved = await move
      .mutateAsync({ id: contentId, language, basedOn: text?.version ?? 0, title, body })
      .catch(() => undefined);
    if (saved !== undefined) notify(say('contents.saved', { version: saved.version }), { type: 'success' });
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
      <Panel
        title={say('contents.body')}
        actions={
          <Button
            variant="contained"
            loading={move.isPending}
            disabled={!changed || !mayWrite || title.trim() === '' || body.trim() === ''}
            onClick={() => void submit()}
          >
            {say('contents.save')}
          </Button>
        }
      >
        <Box sx={{ display: 'grid', gap: 1.5, pt: 0.75 }} dir={dir} lang={localeTags[language]}>
          {move.error !== null && <Alert severity="error">{errorText(move.error)}</Alert>}
          <TextField
            label={say('contents.name')}
            value={title}
            disabled={!mayWrite}
            onChange={(event) => setTitle(event.target.value)}
          />
          <TextField
            label={say('contents.body')}
            value={body}
            disabled={!mayWrite}
            onChange={(event) => setBody(event.target.value)}
            multiline
            minRows={20}
            maxRows={32}
            slotProps={{ htmlInput: { sx: { fontFamily: monospace, fontSize: '0.8125rem', lineHeight: 1.6 } } }}
          />
          <Typography variant="caption" color="textSecondary">
            {changed
              ? say('contents.unsaved')
              : text !== undefined &&
                [
                  say('contents.version', { version: text.version }),
                  text.shown === text.version
                    ? say('contents.shown')
                    : text.shown !== null && say('contents.shownOther', { version: text.shown }),
                  format.dateTime(text.writtenAt),
                  text.writtenBy === null ? say('contents.product') : say('contents.writtenBy', { name: text.writtenBy.name }),
                ]
                  .filter((part) => part !== false)
                  .join(' · ')}
          </Typography>
        </Box>
      </Panel>
      <Panel title={say('contents.preview')}>
        <Box
          lang={localeTags[language]}
          dir={dir}
          sx={{ maxHeight: 640, overflowY: 'auto' }}
          tabIndex={0}
          role="group"
          aria-label={say('contents.preview')}
        >
          <Typography component="p" sx={{ fontSize: '1.25rem', fontWeight: 640, mb: 1 }}>
            {title}
          </Typography>
          <Markdown text={body} />
        </Box>
      </Panel>
    </Box>
  );
}
