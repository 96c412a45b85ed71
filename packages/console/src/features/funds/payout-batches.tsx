import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';
import { Listed } from './listed.tsx';

const { payouts, deposits } = consoleCalls;
const wordsOf = (text: string | undefined) => (text ?? '').split(/[\s,;]+/).filter((word) => word !== '');

/** Withdrawals that go to a signer together, and their hashes that come back. */
export function PayoutBatches() {
  const say = useWords();
  const { data, error, refetch } = useDesk(payouts.batches, {}, { everyMs: 15_000 });
  const networks = useDesk(deposits.networks, {}).data ?? [];
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  return (
    <>
      <Listed
        title={say('funds.batches.title')}
        lead={say('funds.batches.lead')}
        records={data}
        error={error}
        retry={refetch}
        keyOf={({ id }) => id}
        actions={
          <>
            <Act
              call={payouts.proposeBatch}
              label={say('funds.batches.propose')}
              lead={say('act.secondPerson')}
              fields={[
                {
                  kind: 'choice',
                  name: 'network',
                  label: say('funds.network'),
                  options: choices(
                    networks.map(({ id }) => id),
                    (id) => id,
                  ),
                },
                { kind: 'paragraph', name: 'cases', label: say('funds.batches.cases'), help: say('funds.batches.casesHelp') },
                { kind: 'amount', name: 'total', label: say('funds.batches.total') },
                reason,
              ]}
              build={({ cases, ...others }: Values) => ({ ...others, cases: wordsOf(cases) })}
              done={say('act.proposed')}
            />
            <Act
              call={payouts.proposeTakeBack}
              label={say('funds.batches.takeBack')}
              lead={say('act.secondPerson')}
              fields={[{ kind: 'text', name: 'id', label: say('cases.number') }, reason]}
              done={say('act.proposed')}
            />
          </>
        }
        columns={[
          { key: 'id', label: say('cases.number'), render: ({ id, network }) => `${id} · ${network}` },
          {
            key: 'total',
            label: say('funds.batches.total'),
            figure: true,
            render: ({ total, coin }) => <Money amount={total} asset={coin} />,
          },
          {
            key: 'by',
            label: say('funds.batches.by'),
            render: ({ proposedBy, releasedBy }) => `${proposedBy} · ${releasedBy}`,
          },
          {
            key: 'file',
            label: say('funds.batches.file'),
            render: ({ file }) => (file === null ? say('funds.batches.noFile') : <Code text={file} short />),
          },
          {
            key: 'checksum',
            label: say('funds.batches.checksum'),
            render: ({ checksum }) => (checksum === null ? '—' : <Code text={checksum} short />),
          },
          {
            key: 'lines',
            label: say('funds.batches.lines'),
            render: ({ lines }) =>
              lines.map(({ id, status, fault }) => (
                <Box key={id} sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 0.25, whiteSpace: 'nowrap' }}>
                  {id}
                  <Tag
                    text={fault === null ? say(`funds.batches.statuses.${status}`) : say(`funds.batches.faults.${fault}`)}
                    tone={status === 'confirmed' ? 'good' : status === 'failed' ? 'bad' : 'plain'}
                  />
                </Box>
              )),
          },
          {
            key: 'act',
            label: say('frame.acts'),
            quiet: true,
            figure: true,
            render: ({ id }) => (
              <Act
                call={payouts.signed}
                label={say('funds.batches.signed')}
                fields={[
                  {
                    kind: 'paragraph',
                    name: 'hashes',
                    label: say('funds.batches.hashes'),
                    help: say('funds.batches.hashesHelp'),
                  },
                ]}
                build={({ hashes }: Values) => ({ hashes: pairsOf(wordsOf(hashes)) })}
                about={{ id }}
                done={say('funds.batches.taken')}
              />
            ),
          },
        ]}
      />
      <ProposalsOfKind kind="payout.batch" label={say('funds.batches.proposals')} />
      <ProposalsOfKind kind="payout.takeBack" label={say('funds.batches.takeBacks')} />
    </>
  );
}

/** Number and hash, in turn. */
function pairsOf(words: readonly string[]) {
  return words.flatMap((id, place) => (place % 2 === 0 ? [{ id, hash: words[place + 1] ?? '' }] : []));
}
