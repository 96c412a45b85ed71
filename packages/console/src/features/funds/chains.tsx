import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';
import { CustomerLink } from './case-page.tsx';
import { Listed } from './listed.tsx';

const { watches, uncredited, internalMoves } = consoleCalls.deposits;
const tones = { off: 'plain', well: 'good', fault: 'bad' } as const;

/** How far each chain has been read, and what its node has done wrong. */
export function ChainWatches() {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(watches, {}, { everyMs: 15_000 });
  return (
    <Listed
      title={say('funds.watch.title')}
      lead={say('funds.watch.lead')}
      records={data}
      error={error}
      retry={refetch}
      keyOf={({ chain }) => chain}
      columns={[
        { key: 'chain', label: say('funds.keys.chain'), render: ({ chain }) => say(`funds.watch.chains.${chain}`) },
        {
          key: 'state',
          label: say('cases.status'),
          render: ({ state }) => <Tag text={say(`funds.watch.states.${state}`)} tone={tones[state]} />,
        },
        {
          key: 'height',
          label: say('funds.watch.height'),
          figure: true,
          render: ({ height }) => (height === null ? '—' : format.integer(height)),
        },
        {
          key: 'head',
          label: say('funds.watch.head'),
          figure: true,
          render: ({ head }) => (head === null ? '—' : format.integer(head)),
        },
        { key: 'fault', label: say('funds.watch.fault'), render: ({ fault }) => <bdi>{fault ?? ''}</bdi> },
      ]}
    />
  );
}

/** What has reached customers' addresses and no case credits. */
export function Uncredited() {
  const say = useWords();
  const format = useFormat();
  return (
    <DeskList
      embedded
      lead={say('funds.uncredited.lead')}
      call={uncredited}
      label={say('funds.uncredited.title')}
      keyOf={({ id }) => id}
      columns={[
        { key: 'customer', label: say('cases.customer'), render: ({ customer }) => <CustomerLink {...customer} /> },
        {
          key: 'amount',
          label: say('cases.amount'),
          figure: true,
          render: ({ amount, coin }) => <Money amount={amount} asset={coin} />,
        },
        { key: 'network', label: say('funds.network'), render: ({ network }) => network },
        { key: 'hash', label: say('funds.hash'), render: ({ hash }) => <Code text={hash} short /> },
        { key: 'address', label: say('funds.address'), render: ({ address }) => <Code text={address} short /> },
        {
          key: 'confirmations',
          label: say('funds.uncredited.confirmations'),
          figure: true,
          render: ({ confirmations, needed, lost }) =>
            lost ? (
              <Tag text={say('funds.uncredited.lost')} tone="bad" />
            ) : (
              `${format.integer(confirmations)} / ${format.integer(needed)}`
            ),
        },
      ]}
    />
  );
}

/** What has moved between addresses of the house's own. */
export function InternalMoves() {
  const say = useWords();
  const format = useFormat();
  return (
    <DeskList
      embedded
      lead={say('funds.internal.lead')}
      call={internalMoves}
      label={say('funds.internal.title')}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', label: say('funds.internal.at'), render: ({ at }) => format.dateTime(at) },
        {
          key: 'amount',
          label: say('cases.amount'),
          figure: true,
          render: ({ amount, coin }) => <Money amount={amount} asset={coin} />,
        },
        { key: 'network', label: say('funds.network'), render: ({ network }) => network },
        {
          key: 'from',
          label: say('funds.internal.from'),
          render: ({ from: [first = ''], fromCount }) => (
            <>
              <Code text={first} short />
              {fromCount > 1 && ` ${say('funds.internal.others', { count: format.integer(fromCount - 1) })}`}
            </>
          ),
        },
        { key: 'to', label: say('funds.internal.to'), render: ({ to }) => <Code text={to} short /> },
        { key: 'hash', label: say('funds.hash'), render: ({ hash }) => <Code text={hash} short /> },
        {
          key: 'fee',
          label: say('funds.internal.fee'),
          figure: true,
          render: ({ fee }) => (fee === null ? '—' : <Money amount={fee.amount} asset={fee.coin} />),
        },
        { key: 'height', label: say('funds.internal.block'), figure: true, render: ({ height }) => format.integer(height) },
      ]}
    />
  );
}
