import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Language, languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { Box, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useLanguage } from '../../shared/words/i18n.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { ContentState } from './content-state.tsx';
import type { Content } from './content.ts';
import { subjectsOf } from './subjects.ts';
import { TextEditor } from './text-editor.tsx';
import { TextHistory } from './text-history.tsx';

const { contents } = consoleCalls;
/** Pages of company and policy bind the house; two persons publish them. */
const legalTypes: readonly number[] = [1, 2];

/** One content: a text in each of ten languages with its preview beside it, and its publication. */
export function ContentPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const name = useNames();
  const locale = useLanguage();
  const [language, setLanguage] = useState<Language>(locale);
  const { data: content, error, refetch } = useDesk(contents.detail, { id });
  if (content === undefined)
    return (
      <Page title={say('contents.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>
    );
  const text = content.texts.find((one) => one.language === language);
  const titled = content.texts.find((one) => one.language === locale) ?? content.texts[0];
  return (
    <Page
      title={titled?.title ?? say('contents.untitled')}
      lead={name('contents.types', String(content.type))}
      actions={
        <>
          <ContentState content={content} />
          <Act
            call={contents.tie}
            label={say('contents.tie')}
            lead={say('contents.tieLead')}
            fields={[{ kind: 'text', name: 'subjects', label: say('contents.subjects'), help: say('contents.subjectsHelp') }]}
            initial={{ subjects: content.subjects.join(', ') }}
            build={({ subjects = '' }) => ({ subjects: subjectsOf(subjects) })}
            about={{ id }}
            done={say('contents.tied')}
          />
          <Publication content={content} />
        </>
      }
    >
      <Tabs
        value={language}
        onChange={(_, next: Language) => setLanguage(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={say('contents.languages')}
        sx={{ mb: 1.5 }}
      >
        {languages.map((one) => (
          <Tab
            key={one}
            value={one}
            label={
              <Box component="span">
                {languageNames[one]}
                {content.texts.every((written) => written.language !== one) && (
                  <Box component="span" sx={{ color: 'warning.main', ml: 0.75, fontSize: '0.75rem' }}>
                    {say('contents.missing')}
                  </Box>
                )}
              </Box>
            }
          />
        ))}
      </Tabs>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TextEditor key={`${language} ${text?.version ?? 0}`} contentId={id} language={language} text={text} />
        {text !== undefined && <TextHistory key={language} contentId={id} language={language} />}
      </Box>
    </Page>
  );
}

function Publication({ content: { id, type, publishedAt, changed, waiting, texts } }: { content: Content }) {
  const say = useWords();
  const about = { id };
  // Versions saved after this page was read are not published by its buttons.
  const seen = Object.fromEntries(texts.map((text) => [text.language, text.version]));
  const blocked = waiting === null ? null : say('contents.waiting');
  if (legalTypes.includes(type)) {
    const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
    return (
      <>
        {(publishedAt === null || changed) && (
          <Act
            call={contents.propose}
            label={say('contents.propose')}
            lead={say('contents.legal')}
            fields={[reason]}
            about={{ ...about, seen, publish: true }}
            done={say('act.proposed')}
            blocked={blocked}
            tone="primary"
          />
        )}
        {publishedAt !== null && (
          <Act
            call={contents.propose}
            label={say('contents.proposeBack')}
            lead={say('contents.legal')}
            fields={[reason]}
            about={{ ...about, publish: false }}
            done={say('act.proposed')}
            blocked={blocked}
          />
        )}
      </>
    );
  }
  return (
    <>
      {(publishedAt === null || changed) && (
        <Act
          call={contents.publish}
          label={say('contents.publish')}
          lead={say('contents.publishLead')}
          about={{ ...about, seen }}
          done={say('contents.publishedNow')}
          tone="primary"
        />
      )}
      {publishedAt !== null && (
        <Act
          call={contents.unpublish}
          label={say('contents.unpublish')}
          lead={say('contents.unpublishLead')}
          about={about}
          done={say('contents.unpublished')}
        />
      )}
    </>
  );
}
