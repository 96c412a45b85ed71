import type { OperatorItem } from '@assay/contract/endpoints/console/operators.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { operatorRoles } from '@assay/contract/vocabulary/operators.ts';
import { Box, Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { useOperator } from '../../shared/client/operator.ts';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

const { operators } = consoleCalls;
const tones = { invited: 'gold', active: 'good', disabled: 'bad' } as const;
const rolesOf = ({ roles = '', ...values }: Readonly<Record<string, string>>) => ({
  ...values,
  roles: roles.split(',').filter((role) => role !== ''),
});

interface Issued {
  readonly name: string;
  readonly half: 'first' | 'second';
  readonly password: string;
  readonly validUntil: string;
}

/** Who works here. Every change of rights is a proposal. */
export function OperatorsPage() {
  const say = useWords();
  const format = useFormat();
  const [issued, setIssued] = useState<Issued | null>(null);
  const roles = choices(operatorRoles, (role) => say(`frame.role.${role}`));
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  return (
    <Page
      title={say('operators.title')}
      lead={say('operators.lead')}
      actions={
        <Act
          call={operators.create}
          label={say('operators.create')}
          lead={say('operators.createLead')}
          fields={[
            { kind: 'text', name: 'name', label: say('operators.newName'), help: say('operators.newNameHelp') },
            { kind: 'choices', name: 'roles', label: say('operators.roles'), options: roles },
            reason,
          ]}
          build={rolesOf}
          done={say('act.proposed')}
          tone="primary"
        />
      }
    >
      <DeskList
        call={operators.list}
        label={say('operators.title')}
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', label: say('operators.name'), render: ({ name }) => <strong>{name}</strong> },
          {
            key: 'roles',
            label: say('operators.roles'),
            render: (operator) => operator.roles.map((role) => say(`frame.role.${role}`)).join(' · '),
          },
          {
            key: 'state',
            label: say('operators.state'),
            render: ({ state }) => <Tag text={say(`operators.states.${state}`)} tone={tones[state]} />,
          },
          {
            key: 'since',
            label: say('operators.created'),
            figure: true,
            render: ({ createdAt }) => format.dateTime(createdAt),
          },
          {
            key: 'used',
            label: say('operators.lastUsed'),
            figure: true,
            render: ({ lastUsedAt }) => format.dateTime(lastUsedAt),
          },
          {
            key: 'acts',
            label: say('operators.acts'),
            figure: true,
            render: (operator) => <Acts operator={operator} show={setIssued} />,
          },
        ]}
      />
      {issued !== null && (
        <Dialog open onClose={() => setIssued(null)} aria-labelledby="issued">
          <DialogTitle id="issued" component="h2">
            {say(`operators.issued.${issued.half}`, { name: issued.name })}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            {say('operators.issueLead')}
            <Box sx={{ fontSize: '1.25rem' }}>
              <Code text={issued.password} />
            </Box>
            <Figures rows={[{ label: say('operators.validUntil'), value: `${format.dateTime(issued.validUntil)} UTC` }]} />
          </DialogContent>
        </Dialog>
      )}
    </Page>
  );
}

function Acts({ operator, show }: { operator: OperatorItem; show: (issued: Issued) => void }) {
  const say = useWords();
  const self = useOperator();
  const { id, name, state } = operator;
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  const proposal = {
    about: { operatorId: id },
    figures: [{ label: say('operators.name'), value: name, strong: true }],
    done: say('act.proposed'),
  };
  if (self.id === id) return <Box sx={{ color: 'text.secondary' }}>{say('operators.you')}</Box>;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, justifyContent: 'flex-end' }}>
      {state === 'invited' && (
        <Act
          call={operators.issuePassword}
          label={say('operators.issue')}
          lead={say('operators.issueLead')}
          about={{ operatorId: id }}
          figures={proposal.figures}
          done={say('operators.issue')}
          onDone={(issued) => show({ name, ...issued })}
        />
      )}
      {state !== 'disabled' && (
        <>
          <Act
            {...proposal}
            call={operators.setRoles}
            label={say('operators.setRoles')}
            lead={say('act.secondPerson')}
            fields={[
              {
                kind: 'choices',
                name: 'roles',
                label: say('operators.roles'),
                options: choices(operatorRoles, (role) => say(`frame.role.${role}`)),
              },
              reason,
            ]}
            initial={{ roles: operator.roles.join(',') }}
            build={rolesOf}
          />
          <Act
            {...proposal}
            call={operators.resetAccess}
            label={say('operators.resetAccess')}
            lead={say('operators.resetLead')}
            fields={[reason]}
          />
          <Act
            {...proposal}
            call={operators.endSessions}
            label={say('operators.endSessions')}
            fields={[reason]}
            done={say('operators.sessionsEnded')}
          />
          <Act {...proposal} call={operators.disable} label={say('operators.disable')} fields={[reason]} tone="danger" />
        </>
      )}
      {state === 'disabled' && <Act {...proposal} call={operators.enable} label={say('operators.enable')} fields={[reason]} />}
    </Box>
  );
}
