import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { chains } from '@assay/contract/vocabulary/funds.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';
import { Listed } from './listed.tsx';

const { solvency, proposeReserve, proposeRetirement } = consoleCalls.deposits;

/** Coins held against coins owed. What no node reports is unknown, and said so. */
export function SolvencyPanels() {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(solvency, {}, { everyMs: 60_000 });
  const claims = data === undefined || data.claims.length === 0 ? '—' : data.claims.map(({ asset }) => asset).join(', ');
  const told = (amount: string | null, asset: string) =>
    amount === null ? <Tag text={say('funds.solvency.unknown')} tone="warn" /> : <Money amount={amount} asset={asset} />;
  return (
    <>
      <Listed
        title={say('funds.solvency.title')}
        lead={say('funds.solvency.lead', { claims })}
        records={data?.assets}
        error={error}
        retry={refetch}
        keyOf={({ asset }) => asset}
        columns={[
          { key: 'asset', label: say('funds.networks.coin'), render: ({ asset }) => <strong>{asset}</strong> },
          { key: 'owed', label: say('funds.solvency.owed'), figure: true, render: ({ owed, asset }) => told(owed, asset) },
          { key: 'held', label: say('funds.solvency.held'), figure: true, render: ({ held, asset }) => told(held, asset) },
          {
            key: 'difference',
            label: say('funds.solvency.difference'),
            figure: true,
            render: ({ difference, asset }) => <strong>{told(difference, asset)}</strong>,
          },
        ]}
      />
      <Listed
        title={say('funds.solvency.networks')}
        lead={say('funds.solvency.networksLead')}
        records={data?.networks}
        error={error}
        retry={refetch}
        keyOf={({ network }) => network}
        actions={
          <>
            <Act
              call={proposeReserve}
              label={say('funds.solvency.declare')}
              lead={say('act.secondPerson')}
              fields={[
                {
                  kind: 'choice',
                  name: 'chain',
                  label: say('funds.keys.chain'),
                  options: choices(chains, (chain) => say(`funds.watch.chains.${chain}`)),
                },
                { kind: 'text', name: 'address', label: say('funds.solvency.address') },
                { kind: 'text', name: 'label', label: say('funds.label') },
                {
                  kind: 'paragraph',
                  name: 'signature',
                  label: say('funds.solvency.signature'),
                  help: say('funds.solvency.signatureHelp', { message: data?.message ?? '' }),
                },
                { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
              ]}
              done={say('act.proposed')}
            />
            <Act
              call={proposeRetirement}
              label={say('funds.solvency.retire')}
              lead={say('act.secondPerson')}
              fields={[
                { kind: 'text', name: 'address', label: say('funds.solvency.address') },
                { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
              ]}
              done={say('act.proposed')}
            />
          </>
        }
        columns={[
          { key: 'network', label: say('funds.network'), render: ({ network, asset }) => `${asset} · ${network}` },
          { key: 'held', label: say('funds.solvency.held'), figure: true, render: ({ held, asset }) => told(held, asset) },
          {
            key: 'uncredited',
            label: say('funds.uncredited.title'),
            figure: true,
            render: ({ uncredited, asset }) => <Money amount={uncredited} asset={asset} />,
          },
          {
            key: 'addresses',
            label: say('funds.solvency.addresses'),
            figure: true,
            render: ({ addresses }) => format.integer(addresses),
          },
          {
            key: 'height',
            label: say('funds.solvency.block'),
            figure: true,
            render: ({ height }) => (height === null ? '—' : format.integer(height)),
          },
        ]}
      />
      <ProposalsOfKind kind="reserve.declare" label={say('funds.solvency.proposals')} />
      <ProposalsOfKind kind="reserve.retire" label={say('funds.solvency.retirements')} />
    </>
  );
}
