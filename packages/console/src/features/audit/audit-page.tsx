import type { AuditEntry } from '@assay/contract/endpoints/console/ledger.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Dialog, DialogContent, DialogTitle, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { Diff } from '../../shared/parts/diff.tsx';
import { Empty } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { codesOf, useNames } from '../../shared/words/names.ts';
import { Subject } from '../../shared/words/subject.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { monospace } from '../../ui/theme.ts';
import { Verification } from './verification.tsx';

export function AuditPage() {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const { roles } = useOperator();
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <Page title={say('audit.title')} lead={say('audit.lead')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Verification />
        {mayCall(consoleCalls.audit.list, roles) ? (
          <DeskList
            call={consoleCalls.audit.list}
            label={say('audit.title')}
            keyOf={({ id }) => id}
            filters={[
              {
                kind: 'choice',
                name: 'action',
                label: say('audit.action'),
                options: choices(codesOf('action'), (action) => name('names.action', action)),
              },
              { kind: 'text', name: 'subject', label: say('audit.bySubject') },
            ]}
            columns={[
              {
                key: 'at',
                label: say('audit.at'),
                render: ({ at }) => <Box sx={{ whiteSpace: 'nowrap' }}>{format.moment(at)}</Box>,
              },
              {
                key: 'operator',
                label: say('audit.operator'),
                render: ({ operatorName }) => operatorName ?? say('audit.commandLine'),
              },
              {
                key: 'action',
                label: say('audit.action'),
                render: (entry) => (
                  <Link component="button" onClick={() => setOpened(entry)} sx={{ fontSize: 'inherit', textAlign: 'start' }}>
                    {name('names.action', entry.action)}
                  </Link>
                ),
              },
              { key: 'subject', label: say('audit.subject'), render: ({ subject }) => <Subject text={subject} linked /> },
              { key: 'details', label: say('audit.details'), render: ({ details }) => <Shortened details={details} /> },
              { key: 'network', label: say('audit.network'), render: ({ network }) => <bdi>{network}</bdi> },
              { key: 'hash', label: say('audit.hash'), render: ({ hash }) => <bdi>{hash.slice(0, 10)}…</bdi> },
            ]}
          />
        ) : (
          <Empty text={say('audit.listNotYours')} />
        )}
      </Box>
      {opened !== null && <Entry entry={opened} close={() => setOpened(null)} />}
    </Page>
  );
}

function Shortened({ details }: { details: AuditEntry['details'] }) {
  const text = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  return (
    <Box
      sx={{
        fontFamily: monospace,
        fontSize: '0.75rem',
        maxWidth: 380,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        color: 'text.secondary',
      }}
    >
      {text}
    </Box>
  );
}

function Entry({ entry, close }: { entry: AuditEntry; close: () => void }) {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const title = say('audit.entry', { id: entry.id });
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby="audit-entry">
      <DialogTitle id="audit-entry" component="h2">
        {title} · {name('names.action', entry.action)}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Figures
          rows={[
            { label: say('audit.at'), value: `${format.moment(entry.at)} UTC` },
            { label: say('audit.operator'), value: entry.operatorName ?? say('audit.commandLine') },
            { label: say('audit.subject'), value: <Subject text={entry.subject} linked /> },
            { label: say('audit.network'), value: <bdi>{entry.network}</bdi> },
            { label: say('audit.hash'), value: <Code text={entry.hash} /> },
          ]}
        />
        <Typography variant="h3">{say('audit.details')}</Typography>
        <Diff before={null} after={entry.details} label={say('audit.details')} />
      </DialogContent>
    </Dialog>
  );
}
