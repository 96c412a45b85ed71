import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { chainNames as names } from '@assay/contract/vocabulary/chain-names.ts';
import { Box, Typography } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag } from '../../ui/tag.tsx';

const { receiveKeys, proposeReceiveKey } = consoleCalls.deposits;

/** The public keys that customers' addresses are drawn from, and the addresses to be compared with the wallet. */
export function ReceiveKeys() {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(receiveKeys, {});
  return (
    <>
      <Panel title={say('funds.keys.title')} flush>
        <Typography color="textSecondary" sx={{ px: 2, py: 1.25 }}>
          {say('funds.keys.lead')}
        </Typography>
        {data === undefined ? (
          error === null ? (
            <Waiting />
          ) : (
            <Failure error={error} retry={refetch} />
          )
        ) : (
          <RecordTable
            label={say('funds.keys.title')}
            records={data}
            keyOf={({ chain }) => chain}
            columns={[
              {
                key: 'chain',
                label: say('funds.keys.chain'),
                render: ({ chain }) => <strong>{names[chain]}</strong>,
              },
              {
                key: 'key',
                label: say('funds.keys.key'),
                render: ({ key, sample }) => (
                  <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
                    {key === null ? <Tag text={say('funds.keys.none')} tone="warn" /> : <Code text={key} short />}
                    {sample && <Tag text={say('funds.keys.sample')} />}
                  </Box>
                ),
              },
              {
                key: 'addresses',
                label: say('funds.keys.addresses'),
                render: ({ addresses }) => <Compared addresses={addresses} />,
              },
              {
                key: 'drawn',
                label: say('funds.keys.drawn'),
                figure: true,
                render: ({ drawn }) => format.integer(drawn),
              },
              {
                key: 'since',
                label: say('funds.keys.since'),
                render: ({ since }) => format.dateTime(since),
              },
              {
                key: 'act',
                label: say('frame.acts'),
                quiet: true,
                figure: true,
                render: ({ chain }) => (
                  <Act
                    call={proposeReceiveKey}
                    label={say('funds.keys.propose')}
                    lead={say('act.secondPerson')}
                    figures={[{ label: say('funds.keys.chain'), value: names[chain], strong: true }]}
                    fields={[
                      { kind: 'text', name: 'key', label: say('funds.keys.key'), help: say('funds.keys.keyHelp') },
                      { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
                    ]}
                    about={{ chain }}
                    done={say('act.proposed')}
                  />
                ),
              },
            ]}
          />
        )}
      </Panel>
      <ProposalsOfKind kind="network.receiveKey" label={say('funds.keys.proposals')} />
    </>
  );
}

/** Folded, since there are ten for each chain and they are compared only when a key is new. */
function Compared({ addresses }: { addresses: readonly string[] }) {
  const say = useWords();
  if (addresses.length === 0) return '—';
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer', whiteSpace: 'nowrap' }}>
        {say('funds.keys.compare')}
      </Box>
      <Box component="ol" start={0} sx={{ m: 0, paddingInlineStart: 3 }}>
        {addresses.map((address) => (
          <li key={address}>
            <Code text={address} short />
          </li>
        ))}
      </Box>
    </details>
  );
}
