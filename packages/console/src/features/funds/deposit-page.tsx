import type { DepositCaseDetail } from '@assay/contract/endpoints/console/deposits.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { depositReasons } from '@assay/contract/vocabulary/funds.ts';
import { Box } from '@mui/material';
import { useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { CaseImage } from '../../shared/desk/case-image.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { QueueFrame } from '../../shared/desk/queue-frame.tsx';
import { ScreeningSays } from '../../shared/desk/screening-says.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBlocks } from './blocks.ts';
import { CasePage, CustomerLink } from './case-page.tsx';
import { ChainSays } from './chain-says.tsx';
import { useDepositQueue } from './queues.tsx';

const { deposits } = consoleCalls;

/** One deposit: what was reported, what the chain says, the proof, and the decision of two persons. */
export function DepositPage() {
  const { id = '' } = useParams();
  return (
    <QueueFrame {...useDepositQueue()} id={id}>
      <DepositCase key={id} id={id} />
    </QueueFrame>
  );
}

function DepositCase({ id }: { id: string }) {
  const say = useWords();
  const name = useNames();
  const { data: deposit, error, refetch } = useDesk(deposits.detail, { id }, { everyMs: 15_000 });
  if (deposit === undefined)
    return (
      <Page title={say('funds.deposits.title')}>
        {error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}
      </Page>
    );
  return (
    <CasePage
      item={deposit}
      asset={deposit.coin}
      desk="deposits"
      decision={
        <>
          <ScreeningSays about="deposit" caseNo={deposit.id} />
          <Decision deposit={deposit} />
        </>
      }
      history={deposit.history}
      reasonOf={(reason) => name('funds.deposits', `reasons.${reason}`)}
      main={
        <>
          <Box
            sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' } }}
          >
            <Reported deposit={deposit} />
            <Customer deposit={deposit} />
          </Box>
          <ChainSays deposit={deposit} />
          {deposit.proofId !== null && (
            <Panel title={say('funds.proof')}>
              <Box sx={{ maxWidth: 320 }}>
                <CaseImage id={deposit.proofId} name={say('funds.proof')} />
              </Box>
            </Panel>
          )}
        </>
      }
    />
  );
}

function Reported({ deposit }: { deposit: DepositCaseDetail }) {
  const say = useWords();
  return (
    <Panel title={say('cases.figures')}>
      <Figures
        rows={[
          { label: say('cases.amount'), value: <Money amount={deposit.amount} asset={deposit.coin} />, strong: true },
          { label: say('funds.network'), value: deposit.network },
          { label: say('funds.address'), value: <Code text={deposit.address} short /> },
          { label: say('funds.hash'), value: <Code text={deposit.hash} short /> },
          ...(deposit.sameTransaction.length === 0
            ? []
            : [
                {
                  label: say('funds.sameTransaction'),
                  value: deposit.sameTransaction.map(({ id, customer }) => <CustomerLink key={id} {...customer} />),
                  strong: true,
                },
              ]),
          { label: say('funds.lastSix'), value: <bdi>{deposit.hash.slice(-6)}</bdi>, strong: true },
          { label: say('funds.confirmations'), value: String(deposit.confirmationsNeeded) },
        ]}
      />
    </Panel>
  );
}

function Customer({ deposit }: { deposit: DepositCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Panel title={say('cases.customer')}>
      <Figures
        rows={[
          { label: say('cases.customer'), value: <CustomerLink {...deposit.customer} />, strong: true },
          { label: say('funds.kyc'), value: say(`users.identities.${deposit.kycStatus}`) },
          { label: say('funds.account'), value: say(deposit.frozen ? 'users.frozen' : 'users.active'), strong: deposit.frozen },
          { label: say('funds.completedCount'), value: format.integer(deposit.record.completed) },
          { label: say('funds.rejectedCount'), value: format.integer(deposit.record.rejected) },
          { label: say('funds.waitingCount'), value: format.integer(deposit.record.waiting) },
        ]}
      />
    </Panel>
  );
}

function Decision({ deposit }: { deposit: DepositCaseDetail }) {
  const say = useWords();
  const blocks = useBlocks(deposit);
  const about = { id: deposit.id };
  const figures = [
    { label: say('cases.customer'), value: <bdi>{deposit.customer.userName}</bdi> },
    { label: say('cases.amount'), value: <Money amount={deposit.amount} asset={deposit.coin} />, strong: true },
    { label: say('funds.network'), value: deposit.network },
    { label: say('funds.hash'), value: <Code text={deposit.hash} short /> },
  ];
  const reason = {
    kind: 'choice',
    name: 'reason',
    label: say('cases.reasonForCustomer'),
    options: choices(depositReasons, (one) => say(`funds.deposits.reasons.${one}`)),
  } as const;
  const approved = deposit.status === 'approved';
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Figures rows={blocks.rows} />
      <Act
        call={deposits.approve}
        label={say('funds.approve')}
        lead={say('funds.deposits.approveLead')}
        figures={figures}
        about={about}
        done={say('funds.deposits.approved')}
        blocked={blocks.approve}
        tone={approved && !blocks.seconds ? 'plain' : 'primary'}
        shortcut="A"
        stacked
      />
      <Act
        call={deposits.complete}
        label={say('funds.complete')}
        lead={say('funds.deposits.completeLead')}
        figures={figures}
        about={about}
        done={say('funds.deposits.completed')}
        blocked={blocks.complete}
        tone={approved && !blocks.seconds ? 'primary' : 'plain'}
        shortcut="A"
        stacked
      />
      <Act
        call={deposits.reject}
        label={say('funds.reject')}
        figures={figures}
        fields={[reason]}
        about={about}
        done={say('funds.deposits.rejected')}
        blocked={blocks.reject}
        tone="danger"
        shortcut="R"
        stacked
      />
      <Act
        call={deposits.fail}
        label={say('funds.fail')}
        figures={figures}
        fields={[reason]}
        about={about}
        done={say('funds.deposits.failed')}
        blocked={blocks.fail}
        tone="danger"
        stacked
      />
    </Box>
  );
}
