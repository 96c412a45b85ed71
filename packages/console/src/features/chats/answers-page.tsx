import type { CannedAnswer } from '@assay/contract/endpoints/console/chats.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { Box, Button } from '@mui/material';
import { useLocale } from 'react-admin';
import { Link } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { isOperatorLanguage } from '../../shared/words/i18n.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';

const { chats } = consoleCalls;

/** Answers that were prepared in every language of the customers. */
export function AnswersPage() {
  const say = useWords();
  const locale = useLocale();
  const shown = isOperatorLanguage(locale) ? locale : 'en';
  const { data: answers, error, refetch } = useDesk(chats.canned, {});
  return (
    <Page
      title={say('chats.answers')}
      lead={say('chats.answersLead')}
      actions={
        <>
          <Button component={Link} to="/chats" variant="outlined" color="inherit">
            {say('chats.title')}
          </Button>
          <SaveAnswer />
        </>
      }
    >
      <Panel title={say('chats.answers')} flush>
        {answers === undefined ? (
          error === null ? (
            <Waiting />
          ) : (
            <Failure error={error} retry={refetch} />
          )
        ) : answers.length === 0 ? (
          <Empty text={say('chats.noAnswers')} />
        ) : (
          <RecordTable
            label={say('chats.answers')}
            records={answers}
            keyOf={({ id }) => id}
            columns={[
              { key: 'title', label: say('chats.answerTitle'), render: ({ title }) => <strong>{title}</strong> },
              {
                key: 'text',
                label: say('chats.answer'),
                render: ({ texts }) => <Box sx={{ maxWidth: '80ch', whiteSpace: 'pre-wrap' }}>{texts[shown]}</Box>,
              },
              {
                key: 'acts',
                label: say('frame.acts'),
                quiet: true,
                figure: true,
                render: (answer) => (
                  <Box sx={{ display: 'flex', gap: 0.75, justifyContent: 'flex-end' }}>
                    <SaveAnswer answer={answer} />
                    <Act
                      call={chats.removeCanned}
                      label={say('ra.action.delete')}
                      lead={say('chats.removeLead')}
                      figures={[{ label: say('chats.answerTitle'), value: answer.title, strong: true }]}
                      about={{ id: answer.id }}
                      done={say('chats.removed')}
                      tone="danger"
                    />
                  </Box>
                ),
              },
            ]}
          />
        )}
      </Panel>
    </Page>
  );
}

/** A new answer, or another text of one: the same in all ten languages, for whoever asks. */
function SaveAnswer({ answer }: { answer?: CannedAnswer }) {
  const say = useWords();
  const initial =
    answer === undefined
      ? {}
      : { title: answer.title, ...Object.fromEntries(languages.map((one) => [`texts.${one}`, answer.texts[one]])) };
  return (
    <Act
      call={chats.saveCanned}
      label={say(answer === undefined ? 'chats.newAnswer' : 'ra.action.edit')}
      lead={say('chats.answersLead')}
      fields={[
        { kind: 'text', name: 'title', label: say('chats.answerTitle'), help: say('chats.answerTitleHelp') },
        ...languages.map((one) => ({ kind: 'paragraph', name: `texts.${one}`, label: languageNames[one] }) as const),
      ]}
      initial={initial}
      build={answerOf}
      about={answer === undefined ? {} : { id: answer.id }}
      done={say('chats.answerSaved')}
      tone={answer === undefined ? 'primary' : 'plain'}
    />
  );
}

function answerOf({ title = '', ...values }: Values) {
  return { title, texts: Object.fromEntries(languages.map((one) => [one, values[`texts.${one}`] ?? ''])) };
}
