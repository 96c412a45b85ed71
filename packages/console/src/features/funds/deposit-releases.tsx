import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Listed } from './listed.tsx';

const { deposits } = consoleCalls;

/** What the chain has shown in full, by network, to be released together. */
export function DepositReleases() {
  const say = useWords();
  const { data, error, refetch } = useDesk(deposits.releases, {}, { everyMs: 60_000 });
  return (
    <>
      <Listed
        title={say('funds.releases.title')}
        lead={say('funds.releases.lead')}
        records={data}
        error={error}
        retry={refetch}
        keyOf={({ network }) => network}
        columns={[
          { key: 'network', label: say('funds.network'), render: ({ network }) => network },
          {
            key: 'cases',
            label: say('funds.releases.cases'),
            figure: true,
            render: ({ cases, more }) => (more ? say('funds.releases.more') : cases.length),
          },
          {
            key: 'total',
            label: say('funds.releases.total'),
            figure: true,
            render: ({ total, coin }) => <Money amount={total} asset={coin} />,
          },
          {
            key: 'act',
            label: say('frame.acts'),
            quiet: true,
            figure: true,
            render: ({ network, coin, cases, total }) => (
              <Act
                call={deposits.proposeRelease}
                label={say('funds.releases.propose')}
                lead={say('act.secondPerson')}
                figures={[
                  { label: say('funds.network'), value: network },
                  { label: say('funds.releases.total'), value: <Money amount={total} asset={coin} /> },
                  { label: say('cases.number'), value: cases.map((id) => <div key={id}>{id}</div>) },
                ]}
                fields={[{ kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') }]}
                about={{ network, cases, total }}
                done={say('act.proposed')}
                onDone={() => void refetch()}
              />
            ),
          },
        ]}
      />
      <ProposalsOfKind kind="deposit.release" label={say('funds.releases.proposals')} />
    </>
  );
}
