import type { DepositCaseDetail } from '@assay/contract/endpoints/console/deposits.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Button } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';

const amounts = { same: 'funds.amountSame', more: 'funds.amountMore', less: 'funds.amountLess' } as const;

/** What a node says about the transaction: facts for a person, who decides. */
export function ChainSays({ deposit: { id, coin } }: { deposit: DepositCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDesk(consoleCalls.deposits.chain, { id });
  return (
    <Panel
      title={say('funds.chain')}
      actions={
        <Button color="inherit" variant="outlined" loading={isFetching} onClick={() => void refetch()}>
          {say('funds.look')}
        </Button>
      }
    >
      {error !== null ? (
        <Failure error={error} />
      ) : data === undefined ? (
        <Waiting lines={2} />
      ) : data.state !== 'found' ? (
        <Alert severity={data.state === 'unknown' ? 'warning' : 'info'} variant="outlined">
          {say(`funds.chainStates.${data.state}`)}
        </Alert>
      ) : (
        <Figures
          rows={[
            {
              label: say('cases.status'),
              value: (
                <Tag text={say(data.succeeded ? 'funds.succeeded' : 'funds.reverted')} tone={data.succeeded ? 'good' : 'bad'} />
              ),
            },
            {
              label: say('funds.networks.confirmations'),
              value: say(data.confirmed ? 'funds.confirmed' : 'funds.unconfirmed', {
                count: format.integer(data.confirmations),
              }),
            },
            { label: say('funds.received'), value: <Money amount={data.received} asset={coin} />, strong: true },
            {
              label: say('cases.amount'),
              value: <Tag text={say(amounts[data.amount])} tone={data.amount === 'same' ? 'good' : 'warn'} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
