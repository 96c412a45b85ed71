import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { WithdrawalCaseDetail } from '@assay/contract/endpoints/console/withdrawals.ts';
import { Box } from '@mui/material';
import { useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { QueueFrame } from '../../shared/desk/queue-frame.tsx';
import { ScreeningSays } from '../../shared/desk/screening-says.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CasePage, CustomerLink } from './case-page.tsx';
import { Destination } from './destination.tsx';
import { useFeeBounds } from './fee-bounds.ts';
import { useWithdrawalQueue } from './queues.tsx';
import { WithdrawalDecision } from './withdrawal-decision.tsx';

/** One withdrawal: what leaves, where it goes, who asks, and the decision of two persons. */
export function WithdrawalPage() {
  const { id = '' } = useParams();
  return (
    <QueueFrame {...useWithdrawalQueue()} id={id}>
      <WithdrawalCase key={id} id={id} />
    </QueueFrame>
  );
}

function WithdrawalCase({ id }: { id: string }) {
  const say = useWords();
  const name = useNames();
  const { data: withdrawal, error, refetch } = useDesk(consoleCalls.withdrawals.detail, { id }, { everyMs: 15_000 });
  if (withdrawal === undefined)
    return (
      <Page title={say('funds.withdrawals.title')}>
        {error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}
      </Page>
    );
  return (
    <CasePage
      item={withdrawal}
      asset={withdrawal.asset}
      desk="withdrawals"
      decision={
        <>
          {withdrawal.network !== null && <ScreeningSays about="withdrawal" caseNo={withdrawal.id} />}
          <WithdrawalDecision withdrawal={withdrawal} />
        </>
      }
      history={withdrawal.history}
      reasonOf={(reason) => name('funds.withdrawals', `reasons.${reason}`)}
      main={
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
            <Amounts withdrawal={withdrawal} />
            <Destination withdrawal={withdrawal} />
          </Box>
          <Customer withdrawal={withdrawal} />
        </Box>
      }
    />
  );
}

function Amounts({ withdrawal }: { withdrawal: WithdrawalCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  const money = (amount: string) => <Money amount={amount} asset={withdrawal.asset} />;
  const bounds = useFeeBounds()(withdrawal.feeTerms);
  return (
    <Panel title={say('cases.figures')}>
      <Figures
        rows={[
          { label: say('funds.asked'), value: money(withdrawal.amount) },
          { label: say('funds.fee', { rate: format.rate(withdrawal.feeTerms.rate) }), value: money(withdrawal.fee) },
          ...(bounds === null ? [] : [{ label: say('funds.feeBounds'), value: bounds }]),
          { label: say('funds.actual'), value: money(withdrawal.actualAmount), strong: true },
          { label: say('funds.value'), value: <Money amount={withdrawal.valueUsdt} asset="USDT" /> },
        ]}
      />
    </Panel>
  );
}

function Customer({ withdrawal }: { withdrawal: WithdrawalCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  const { record, customer, frozen } = withdrawal;
  return (
    <Panel title={say('cases.customer')}>
      <Figures
        rows={[
          { label: say('cases.customer'), value: <CustomerLink {...customer} />, strong: true },
          { label: say('funds.kyc'), value: say(`users.identities.${withdrawal.kycStatus}`) },
          { label: say('funds.account'), value: say(frozen ? 'users.frozen' : 'users.active'), strong: frozen },
          { label: say('funds.securityChanged'), value: format.dateTime(withdrawal.securityChangedAt) },
          { label: say('funds.completedCount'), value: format.integer(record.completed) },
          { label: say('funds.usedToday'), value: format.amount(record.usedToday) },
          { label: say('funds.usedMonth'), value: format.amount(record.usedMonth) },
        ]}
      />
    </Panel>
  );
}
