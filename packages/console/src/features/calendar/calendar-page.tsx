import type { DeskEvent } from '@assay/contract/endpoints/console/calendar.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { eventKinds } from '@assay/contract/vocabulary/calendar.ts';
import { Box } from '@mui/material';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { type Say, useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';

const { calendar } = consoleCalls;
const columns = 'at, currency, kind, title, importance, previous, forecast, actual';
const importances = ['1', '2', '3'] as const;

/** Events of the economy, as customers see them with the instruments of their currencies. */
export function CalendarPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('calendar.title')} lead={say('calendar.lead')} actions={<Entries />}>
      <DeskList
        call={calendar.list}
        label={say('calendar.title')}
        empty={say('calendar.none')}
        keyOf={({ id }) => id}
        columns={[
          { key: 'at', label: say('calendar.at'), render: ({ at }) => format.dateTime(at) },
          { key: 'currency', label: say('calendar.currency'), render: ({ currency }) => <strong>{currency}</strong> },
          { key: 'kind', label: say('calendar.kind'), render: (event) => nameOf(event, say) },
          { key: 'importance', label: say('calendar.importance'), render: ({ importance }) => String(importance) },
          { key: 'previous', label: say('calendar.previous'), figure: true, render: ({ previous }) => previous },
          { key: 'forecast', label: say('calendar.forecast'), figure: true, render: ({ forecast }) => forecast },
          { key: 'actual', label: say('calendar.actual'), figure: true, render: ({ actual }) => actual },
          { key: 'source', label: say('calendar.source'), render: ({ source, writtenBy }) => `${source} · ${writtenBy.name}` },
          { key: 'acts', label: say('frame.acts'), quiet: true, figure: true, render: (event) => <Changes event={event} /> },
        ]}
      />
    </Page>
  );
}

const nameOf = ({ kind, title }: DeskEvent, say: Say): string =>
  title === '' ? say(`calendar.kinds.${kind}`) : `${say(`calendar.kinds.${kind}`)} · ${title}`;

const text = (name: string, label: string, help?: string) =>
  ({ kind: 'text', name, label, ...(help !== undefined && { help }) }) as const;

function useFigureFields() {
  const say = useWords();
  return (['previous', 'forecast', 'actual'] as const).map((name) => text(name, say(`calendar.${name}`)));
}

function Entries() {
  const say = useWords();
  const figures = useFigureFields();
  const source = text('source', say('calendar.source'), say('calendar.sourceHelp'));
  return (
    <Box sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap' }}>
      <Act
        call={calendar.add}
        label={say('calendar.add')}
        fields={[
          text('at', say('calendar.at'), say('calendar.atHelp')),
          text('currency', say('calendar.currency'), say('calendar.currencyHelp')),
          {
            kind: 'choice',
            name: 'kind',
            label: say('calendar.kind'),
            options: choices(eventKinds, (kind) => say(`calendar.kinds.${kind}`)),
          },
          text('title', say('calendar.name'), say('calendar.nameHelp')),
          {
            kind: 'choice',
            name: 'importance',
            label: say('calendar.importance'),
            options: choices(importances, (value) => value),
          },
          ...figures,
          source,
        ]}
        build={({ importance, currency = '', ...rest }) => ({
          ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
          currency: currency.toUpperCase(),
          importance: Number(importance),
        })}
        done={say('calendar.added')}
        tone="primary"
      />
      <Act
        call={calendar.import}
        label={say('calendar.import')}
        lead={say('calendar.importLead', { columns })}
        fields={[
          { kind: 'paragraph', name: 'text', label: say('calendar.file') },
          text('currency', say('calendar.currency'), say('calendar.importCurrency')),
          source,
        ]}
        done={say('calendar.imported')}
      />
    </Box>
  );
}

function Changes({ event }: { event: DeskEvent }) {
  const say = useWords();
  const figures = useFigureFields();
  const { id, previous, forecast, actual } = event;
  return (
    <Box sx={{ display: 'flex', gap: 0.75, justifyContent: 'flex-end' }}>
      <Act
        call={calendar.amend}
        label={say('calendar.amend')}
        fields={figures}
        initial={{ previous, forecast, actual }}
        build={(values) => ({
          previous: values['previous'] ?? '',
          forecast: values['forecast'] ?? '',
          actual: values['actual'] ?? '',
        })}
        about={{ id }}
        done={say('calendar.amended')}
      />
      <Act
        call={calendar.remove}
        label={say('calendar.remove')}
        lead={say('calendar.removeLead')}
        figures={[{ label: say('calendar.kind'), value: nameOf(event, say), strong: true }]}
        about={{ id }}
        done={say('calendar.removed')}
        tone="danger"
      />
    </Box>
  );
}
