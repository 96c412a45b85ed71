import type { ParameterItem } from '@assay/contract/endpoints/console/parameters.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { english } from '../../shared/words/catalogue.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { monospace } from '../../ui/theme.ts';
import { aboutOf, groups } from './about.ts';

/** What operators set, and everything it was before. */
export function ParametersPage() {
  const say = useWords();
  const { data, error, refetch } = useDesk(consoleCalls.parameters.list, {}, { everyMs: 30_000 });
  return (
    <Page title={say('parameters.title')} lead={say('parameters.lead')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Panel title={say('parameters.title')} flush>
          {data === undefined ? (
            error === null ? (
              <Waiting />
            ) : (
              <Failure error={error} retry={refetch} />
            )
          ) : (
            <ParameterTable parameters={data} />
          )}
        </Panel>
        <Box component="section" aria-label={say('parameters.history')}>
          <History />
        </Box>
      </Box>
    </Page>
  );
}

function ParameterTable({ parameters }: { parameters: readonly ParameterItem[] }) {
  const say = useWords();
  const name = useNames();
  return (
    <RecordTable
      label={say('parameters.title')}
      records={groups.flatMap((group) => parameters.filter(({ key }) => aboutOf(key).group === group))}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'key',
          label: say('parameters.key'),
          render: ({ key }) => (
            <>
              <strong>{name('parameters.names', key)}</strong>
              <Box sx={{ color: 'text.secondary', fontSize: '0.75rem', fontFamily: monospace }}>{key}</Box>
            </>
          ),
        },
        {
          key: 'effect',
          label: say('parameters.effect'),
          render: ({ key }) => (key in english.parameters.effects ? name('parameters.effects', key) : ''),
        },
        { key: 'group', label: say('parameters.group'), render: ({ key }) => say(`parameters.groups.${aboutOf(key).group}`) },
        {
          key: 'value',
          label: say('parameters.value'),
          render: ({ key, value }) => <Value parameter={key} value={value} />,
        },
        {
          key: 'public',
          label: say('parameters.public'),
          render: (parameter) => say(parameter.public ? 'parameters.yes' : 'parameters.no'),
        },
        {
          key: 'act',
          label: say('frame.acts'),
          quiet: true,
          figure: true,
          render: (parameter) => <Change parameter={parameter} />,
        },
      ]}
    />
  );
}

/** A value with its unit, as people write it; what the site says of itself line by line. */
function Value({ parameter, value }: { parameter: string; value: string }) {
  const say = useWords();
  const format = useFormat();
  const { unit } = aboutOf(parameter);
  const shown = (): string => {
    if (unit === 'share') return format.rate(value);
    if (unit === 'times') return `${value}×`;
    if (unit === 'count') return value;
    if (unit === 'usdt') return `${format.amount(value)} ${usdt.code}`;
    if (unit === 'days' || unit === 'minutes' || unit === 'hours' || unit === 'years' || unit === 'bytes')
      return `${format.integer(Number(value))} ${say(`parameters.units.${unit}`)}`;
    return unit === 'statement' ? linesOf(value) : value;
  };
  return (
    <Box component="bdi" sx={{ fontWeight: 560, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {shown()}
    </Box>
  );
}

/** What is written as JSON, a line for each part; what is none as it is. */
function linesOf(value: string): string {
  try {
    return Object.entries(JSON.parse(value) as object)
      .map(([part, said]) => `${part}: ${said}`)
      .join('\n');
  } catch {
    return value;
  }
}

function Change({ parameter: { key, kind, value, waiting } }: { parameter: ParameterItem }) {
  const say = useWords();
  const name = useNames();
  if (waiting !== null)
    return (
      <Link component={RouterLink} to={`/proposals/${waiting}`} sx={{ whiteSpace: 'nowrap' }}>
        {say('parameters.waiting')}
      </Link>
    );
  if (kind === null) return <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>{say('parameters.fixed')}</Box>;
  return (
    <Act
      call={consoleCalls.parameters.propose}
      label={say('parameters.propose')}
      title={say('parameters.proposeTitle', { key: name('parameters.names', key) })}
      lead={say('act.secondPerson')}
      figures={[{ label: say('frame.before'), value: <bdi>{value}</bdi>, strong: true }]}
      fields={[
        { kind: 'text', name: 'value', label: say('frame.after'), help: say(`parameters.kindHelp.${kind}`) },
        { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
      ]}
      initial={{ value }}
      // A list that is emptied has a value, too.
      build={({ value: next = '', reason = '' }) => ({ value: next, reason })}
      about={{ key }}
      done={say('act.proposed')}
    />
  );
}

function History() {
  const say = useWords();
  const format = useFormat();
  return (
    <DeskList
      call={consoleCalls.parameters.history}
      label={say('parameters.history')}
      embedded
      empty={say('parameters.noHistory')}
      keyOf={({ id }) => id}
      filters={[{ kind: 'text', name: 'key', label: say('parameters.key') }]}
      columns={[
        { key: 'at', label: say('parameters.changed'), render: ({ changedAt }) => format.moment(changedAt) },
        { key: 'key', label: say('parameters.key'), render: ({ key }) => <Box sx={{ fontFamily: monospace }}>{key}</Box> },
        { key: 'before', label: say('frame.before'), render: ({ before }) => <bdi>{before}</bdi> },
        { key: 'after', label: say('frame.after'), render: ({ after }) => <bdi>{after}</bdi> },
        { key: 'by', label: say('parameters.proposedBy'), render: ({ proposedBy }) => proposedBy.name },
        { key: 'approved', label: say('parameters.approvedBy'), render: ({ approvedBy }) => approvedBy.name },
        { key: 'reason', label: say('act.reason'), render: ({ reason }) => reason },
      ]}
    />
  );
}
