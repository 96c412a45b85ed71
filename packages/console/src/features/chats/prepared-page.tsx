import type { CannedAnswer } from '@assay/contract/endpoints/console/chats.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { Box, Typography } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import type { FieldSpec } from '../../shared/desk/act-field.tsx';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';

const { chats } = consoleCalls;

/** Prepared answers, each in ten languages: the operator picks a title, and the customer reads their own language. */
export function PreparedPage() {
  const say = useWords();
  const { data, error, refetch } = useDesk(chats.canned, {});
  return (
    <Page
      title={say('chats.prepared.title')}
      lead={say('chats.prepared.lead')}
      actions={<Save label={say('chats.prepared.add')} />}
    >
      <Panel title={say('chats.prepared.title')} flush>
        {data === undefined ? (
          error === null ? (
            <Waiting />
          ) : (
            <Failure error={error} retry={refetch} />
          )
        ) : data.length === 0 ? (
          <Empty text={say('frame.nothingYet')} />
        ) : (
          <RecordTable
            label={say('chats.prepared.title')}
            records={data}
            keyOf={({ id }) => id}
            columns={[
              { key: 'title', label: say('chats.prepared.name'), render: ({ title }) => title },
              {
                key: 'text',
                label: languageNames.en,
                render: ({ texts }) => (
                  <Typography sx={{ maxWidth: 620, whiteSpace: 'pre-wrap' }} dir="auto">
                    {texts.en}
                  </Typography>
                ),
              },
              {
                key: 'act',
                label: say('frame.acts'),
                quiet: true,
                figure: true,
                render: (answer) => (
                  <Box sx={{ display: 'inline-flex', gap: 1 }}>
                    <Save label={say('chats.prepared.change')} answer={answer} />
                    <Act
                      call={chats.removeCanned}
                      label={say('chats.prepared.remove')}
                      lead={answer.title}
                      about={{ id: answer.id }}
                      done={say('chats.prepared.removed')}
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

function Save({ label, answer }: { label: string; answer?: CannedAnswer }) {
  const say = useWords();
  const fields: FieldSpec[] = [
    { kind: 'text', name: 'title', label: say('chats.prepared.name'), help: say('chats.prepared.nameHelp') },
    ...languages.map((language): FieldSpec => ({ kind: 'paragraph', name: language, label: languageNames[language] })),
  ];
  return (
    <Act
      call={chats.saveCanned}
      label={label}
      lead={say('chats.prepared.lead')}
      fields={fields}
      build={({ title = '', ...texts }: Values) => ({ title, texts })}
      {...(answer !== undefined && { about: { id: answer.id }, initial: { title: answer.title, ...answer.texts } })}
      done={say('chats.prepared.saved')}
      {...(answer === undefined && { tone: 'primary' as const })}
    />
  );
}
