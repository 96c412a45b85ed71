import type { DeskNetwork } from '@assay/contract/endpoints/console/deposits.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ChainWatches, InternalMoves, Uncredited } from './chains.tsx';
import { useFeeBounds } from './fee-bounds.ts';
import { ReceiveKeys } from './receive-keys.tsx';
import { SolvencyPanels } from './solvency.tsx';

const { networks, proposeNetwork, solvency } = consoleCalls.deposits;

/** What customers can send and take out, the smallest amounts, and the keys of their addresses. */
export function NetworksPage() {
  const say = useWords();
  const format = useFormat();
  const seesSolvency = mayCall(solvency, useOperator().roles);
  const bounds = useFeeBounds();
  const { data, error, refetch } = useDesk(networks, {});
  return (
    <Page title={say('funds.networks.title')} lead={say('funds.networks.lead')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Panel title={say('funds.networks.title')} flush>
          {data === undefined ? (
            error === null ? (
              <Waiting />
            ) : (
              <Failure error={error} retry={refetch} />
            )
          ) : (
            <RecordTable
              label={say('funds.networks.title')}
              records={data}
              keyOf={({ id }) => id}
              columns={[
                { key: 'coin', label: say('funds.networks.coin'), render: ({ coin }) => <strong>{coin}</strong> },
                { key: 'name', label: say('funds.networks.name'), render: ({ name }) => name },
                {
                  key: 'deposits',
                  label: say('funds.networks.deposits'),
                  render: ({ deposits }) =>
                    deposits ? say('funds.networks.taken') : <Tag text={say('funds.networks.none')} tone="warn" />,
                },
                {
                  key: 'deposit',
                  label: say('funds.networks.depositMinimum'),
                  figure: true,
                  render: ({ depositMinimum }) => format.amount(depositMinimum),
                },
                {
                  key: 'withdrawal',
                  label: say('funds.networks.withdrawalMinimum'),
                  figure: true,
                  render: ({ withdrawalMinimum }) => format.amount(withdrawalMinimum),
                },
                {
                  key: 'fee',
                  label: say('funds.networks.fee'),
                  figure: true,
                  render: ({ feeRate, feeMin, feeMax }) =>
                    [
                      feeRate === null ? say('funds.networks.feeGeneral') : format.rate(feeRate),
                      bounds({ min: feeMin === '0' ? null : feeMin, max: feeMax }),
                    ]
                      .filter((part) => part !== null)
                      .join(' · '),
                },
                {
                  key: 'confirmations',
                  label: say('funds.networks.confirmations'),
                  figure: true,
                  render: ({ confirmations }) => format.integer(confirmations),
                },
                {
                  key: 'act',
                  label: say('frame.acts'),
                  quiet: true,
                  figure: true,
                  render: (network) => <Change network={network} />,
                },
              ]}
            />
          )}
        </Panel>
        <ProposalsOfKind kind="network.change" label={say('funds.networks.proposals')} />
        <ReceiveKeys />
        <ChainWatches />
        <Uncredited />
        <InternalMoves />
        {seesSolvency && <SolvencyPanels />}
      </Box>
    </Page>
  );
}

/** A change of a network by two persons, as one proposal. */
function Change({ network }: { network: DeskNetwork }) {
  const say = useWords();
  return (
    <Act
      call={proposeNetwork}
      label={say('funds.networks.propose')}
      lead={say('act.secondPerson')}
      figures={[{ label: say('funds.networks.name'), value: `${network.coin} · ${network.name}`, strong: true }]}
      fields={[
        {
          kind: 'choice',
          name: 'deposits',
          label: say('funds.networks.deposits'),
          options: [
            { value: 'true', label: say('funds.networks.taken') },
            { value: 'false', label: say('funds.networks.none') },
          ],
        },
        { kind: 'amount', name: 'depositMinimum', label: say('funds.networks.depositMinimum') },
        { kind: 'amount', name: 'withdrawalMinimum', label: say('funds.networks.withdrawalMinimum') },
        {
          kind: 'amount',
          name: 'feeRate',
          label: say('funds.networks.feeRate'),
          help: say('funds.networks.feeRateHelp'),
        },
        { kind: 'amount', name: 'feeMin', label: say('funds.networks.feeMin') },
        {
          kind: 'amount',
          name: 'feeMax',
          label: say('funds.networks.feeMax'),
          help: say('funds.networks.feeMaxHelp'),
        },
        { kind: 'amount', name: 'confirmations', label: say('funds.networks.confirmations') },
        { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
      ]}
      initial={{
        deposits: String(network.deposits),
        depositMinimum: network.depositMinimum,
        withdrawalMinimum: network.withdrawalMinimum,
        feeRate: network.feeRate ?? '',
        feeMin: network.feeMin,
        feeMax: network.feeMax ?? '',
        confirmations: String(network.confirmations),
      }}
      build={networkOf}
      about={{ network: network.id }}
      done={say('act.proposed')}
    />
  );
}

function networkOf({ deposits, confirmations = '', feeRate = '', feeMax = '', ...others }: Values) {
  return {
    ...others,
    deposits: deposits === 'true',
    feeRate: emptied(feeRate),
    feeMax: emptied(feeMax),
    confirmations: /^\d+$/.test(confirmations.trim()) ? Number(confirmations) : Number.NaN,
  };
}

/** What is left empty is none. */
const emptied = (text: string) => (text.trim() === '' ? null : text.trim());
