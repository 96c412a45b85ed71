import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { useNavigate } from 'react-router';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useLanguage } from '../../shared/words/i18n.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { ContentState } from './content-state.tsx';
import { subjectsOf } from './subjects.ts';

const types = ['1', '2', '3', '4', '5', '6'] as const;

export function ContentsPage() {
  const say = useWords();
  const name = useNames();
  const navigate = useNavigate();
  const locale = useLanguage();
  const typeChoices = choices(types, (type) => say(`contents.types.${type}`));
  return (
    <Page
      title={say('contents.title')}
      lead={say('contents.lead')}
      actions={
        <Act
          call={consoleCalls.contents.create}
          label={say('contents.create')}
          fields={[
            { kind: 'choice', name: 'type', label: say('contents.type'), options: typeChoices },
            { kind: 'text', name: 'topic', label: say('contents.topic'), help: say('contents.topicHelp') },
            { kind: 'text', name: 'subjects', label: say('contents.subjects'), help: say('contents.subjectsHelp') },
          ]}
          build={({ type, topic = '', subjects = '' }) => ({
            type: Number(type),
            ...(topic.trim() !== '' && { topic }),
            subjects: subjectsOf(subjects),
          })}
          done={say('contents.created')}
          onDone={({ id }) => void navigate(`/contents/${id}`)}
          tone="primary"
        />
      }
    >
      <DeskList
        key={locale}
        call={consoleCalls.contents.list}
        label={say('contents.title')}
        initial={{ lang: locale }}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/contents/${id}`}
        filters={[
          { kind: 'choice', name: 'type', label: say('contents.type'), options: typeChoices },
          {
            kind: 'choice',
            name: 'lang',
            label: say('frame.language'),
            always: true,
            options: choices(languages, (language) => languageNames[language]),
          },
        ]}
        columns={[
          {
            key: 'title',
            label: say('contents.name'),
            render: ({ title }) => <bdi>{title === '' ? say('contents.untitled') : title}</bdi>,
          },
          { key: 'type', label: say('contents.type'), render: ({ type }) => name('contents.types', String(type)) },
          { key: 'subjects', label: say('contents.subjects'), render: ({ subjects }) => subjects.join(', ') },
          { key: 'topic', label: say('contents.topic'), render: ({ topic, slug }) => topic ?? slug },
          { key: 'state', label: say('contents.state'), render: (content) => <ContentState content={content} /> },
        ]}
      />
    </Page>
  );
}
