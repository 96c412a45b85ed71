import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';

/** What was given to each charity, and what is still owed to it. */
export function Charities() {
  const say = useWords();
  const { data, error, refetch } = useDesk(consoleCalls.nfts.charities, {});
  return (
    <Panel title={say('nfts.charities')} flush>
      {data === undefined ? (
        error === null ? (
          <Waiting lines={3} />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : data.length === 0 ? (
        <Empty text={say('frame.nothingYet')} />
      ) : (
        <RecordTable
          label={say('nfts.charities')}
          records={data}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', label: say('nfts.charity'), render: ({ name }) => <strong>{name}</strong> },
            {
              key: 'donated',
              label: say('nfts.donated'),
              figure: true,
              render: ({ donated }) => <Money amount={donated} asset="USDT" />,
            },
            {
              key: 'paid',
              label: say('nfts.paidOut'),
              figure: true,
              render: ({ paidOut }) => <Money amount={paidOut} asset="USDT" />,
            },
            { key: 'owed', label: say('nfts.owed'), figure: true, render: ({ owed }) => <Money amount={owed} asset="USDT" /> },
            {
              key: 'act',
              label: say('frame.acts'),
              quiet: true,
              figure: true,
              render: ({ id, name, owed }) => (
                <Act
                  call={consoleCalls.nfts.proposePayout}
                  label={say('nfts.pay')}
                  lead={say('act.secondPerson')}
                  figures={[
                    { label: say('nfts.charity'), value: name },
                    { label: say('nfts.owed'), value: <Money amount={owed} asset="USDT" />, strong: true },
                  ]}
                  fields={[
                    { kind: 'amount', name: 'amount', label: say('nfts.amount') },
                    { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
                  ]}
                  initial={{ amount: owed }}
                  about={{ id }}
                  done={say('act.proposed')}
                  blocked={owed === '0' ? say('nfts.nothingOwed') : null}
                />
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
