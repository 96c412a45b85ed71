import type { DepositRelease } from '@assay/contract/endpoints/console/deposits.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
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
            render: (release) => <Propose release={release} done={() => void refetch()} />,
          },
        ]}
      />
      <ProposalsOfKind kind="deposit.release" label={say('funds.releases.proposals')} />
    </>
  );
}

/** All of them are proposed, but for those that are left out; what the others are worth together is said as one chooses. */
function Propose({ release: { network, coin, cases }, done }: { release: DepositRelease; done: () => void }) {
  const say = useWords();
  const format = useFormat();
  const asset = assetOf(coin);
  const chosen = (values: Values) => {
    const ids = new Set((values['cases'] ?? '').split(','));
    return cases.filter(({ id }) => ids.has(id));
  };
  const totalOf = (some: typeof cases) =>
    formatAmount(sum(...some.map(({ amount }) => parseAmount(amount, asset) ?? nothing)), asset);
  return (
    <Act
      call={deposits.proposeRelease}
      label={say('funds.releases.propose')}
      lead={say('act.secondPerson')}
      figures={[{ label: say('funds.network'), value: network }]}
      fields={[
        {
          kind: 'choices',
          name: 'cases',
          label: say('funds.releases.chosen'),
          options: cases.map(({ id, amount }) => ({ value: id, label: `${id} · ${format.amount(amount)}` })),
        },
        { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
      ]}
      preview={(values) => {
        const some = chosen(values);
        return say('funds.releases.preview', { cases: some.length, total: `${format.amount(totalOf(some))} ${coin}` });
      }}
      build={(values) => {
        const some = chosen(values);
        return { cases: some.map(({ id }) => id), total: totalOf(some), reason: values['reason'] ?? '' };
      }}
      about={{ network }}
      initial={{ cases: cases.map(({ id }) => id).join(',') }}
      done={say('act.proposed')}
      onDone={done}
    />
  );
}
