import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { Box, Button, TextField, Typography } from '@mui/material';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDeskMove } from '../../shared/client/use-desk.ts';
import { useForm } from '../../shared/form.ts';
import { notify } from '../../shared/notices.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Form, FormFault, wiring } from '../../ui/form.tsx';
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
  const { roles } = useOperator();
  const move = useDeskMove(save, { name: say('contents.save'), about: { id: contentId, language } });
  const written = { title: text?.title ?? '', body: text?.body ?? '' };
  const { typed, field, error, submit, busy } = useForm({
    values: written,
    check: ({ title, body }) => ({
      ...(title.trim() === '' && { title: say('act.missing') }),
      ...(body.trim() === '' && { body: say('act.missing') }),
    }),
    send: async (filled) => {
      const saved = await move.mutateAsync({ id: contentId, language, basedOn: text?.version ?? 0, ...filled });
      notify(say('contents.saved', { version: saved.version }), 'success');
    },
  });
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  const changed = typed.title !== written.title || typed.body !== written.body;
  const mayWrite = mayCall(save, roles);

  return (
    <Form
      submit={submit}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <Panel
        title={say('contents.body')}
        actions={
          <Button type="submit" variant="contained" loading={busy} disabled={!changed || !mayWrite}>
            {say('contents.save')}
          </Button>
        }
      >
        <Box sx={{ display: 'grid', gap: 1.5, pt: 0.75 }} dir={dir} lang={localeTags[language]}>
          <FormFault text={error('form')} />
          <TextField {...wiring(field('title'))} label={say('contents.name')} disabled={!mayWrite} />
          <TextField
            {...wiring(field('body'))}
            label={say('contents.body')}
            disabled={!mayWrite}
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
            {typed.title}
          </Typography>
          <Markdown text={typed.body} />
        </Box>
      </Panel>
    </Form>
  );
}
