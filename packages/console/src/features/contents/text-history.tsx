import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { Dialog, DialogContent, DialogTitle, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Content } from './content.ts';
import { Markdown } from './markdown.tsx';

type Text = Content['texts'][number];

/** Every text that was saved in a language, with who and when. */
export function TextHistory({ contentId, language }: { contentId: string; language: Language }) {
  const say = useWords();
  const format = useFormat();
  const [opened, setOpened] = useState<Text | null>(null);
  return (
    <>
      <DeskList
        call={consoleCalls.contents.history}
        label={say('contents.history')}
        about={{ id: contentId, language }}
        embedded
        keyOf={({ version }) => String(version)}
        columns={[
          {
            key: 'version',
            label: say('contents.versions'),
            render: (text) => (
              <Link component="button" onClick={() => setOpened(text)} sx={{ fontSize: 'inherit' }}>
                {say('contents.version', { version: text.version })}
              </Link>
            ),
          },
          { key: 'title', label: say('contents.name'), render: ({ title }) => <bdi>{title}</bdi> },
          { key: 'by', label: say('contents.by'), render: ({ writtenBy }) => writtenBy?.name ?? say('contents.product') },
          { key: 'at', label: say('contents.at'), figure: true, render: ({ writtenAt }) => format.moment(writtenAt) },
          {
            key: 'shown',
            label: say('contents.state'),
            render: ({ version, shown }) => version === shown && <Tag text={say('contents.shown')} tone="good" />,
          },
        ]}
      />
      {opened !== null && (
        <Dialog open onClose={() => setOpened(null)} fullWidth maxWidth="md" aria-labelledby="older-text">
          <DialogTitle id="older-text" component="h2">
            {say('contents.version', { version: opened.version })} · {format.moment(opened.writtenAt)}
          </DialogTitle>
          <DialogContent lang={localeTags[language]} dir={language === 'ar' ? 'rtl' : 'ltr'}>
            <Typography component="p" sx={{ fontSize: '1.25rem', fontWeight: 640, mb: 1 }}>
              {opened.title}
            </Typography>
            <Markdown text={opened.body} />
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}
