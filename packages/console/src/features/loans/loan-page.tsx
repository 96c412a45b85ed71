import type { LoanCaseDetail } from '@assay/contract/endpoints/console/loans.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { languageNames } from '@assay/contract/vocabulary/languages.ts';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink, useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { CaseImage } from '../../shared/desk/case-image.tsx';
import { ClaimBar } from '../../shared/desk/claim.tsx';
import { QueueFrame } from '../../shared/desk/queue-frame.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { Timeline } from '../../shared/parts/timeline.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoanDecision } from './loan-decision.tsx';
import { LoanTag } from './loan-tag.tsx';
import { useLoanQueue } from './queue.tsx';

/** One loan: the agreement as it was signed, who asks, what can be lent, and the decision of two persons. */
export function LoanPage() {
  const { id = '' } = useParams();
  return (
    <QueueFrame {...useLoanQueue()} id={id}>
      <LoanCase key={id} id={id} />
    </QueueFrame>
  );
}

function LoanCase({ id }: { id: string }) {
  const say = useWords();
  const { data: loan, error, refetch } = useDesk(consoleCalls.loans.detail, { id }, { everyMs: 15_000 });
  if (loan === undefined)
    return <Page title={say('loans.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>;
  const waiting = loan.status === 'pendingReview';
  return (
    <Page
      title={loan.loanNo}
      lead={
        <>
          <Money amount={loan.amount} asset="USDT" /> · <Age desk="loans" since={loan.createdAt} waiting={waiting} />
        </>
      }
      actions={
        <>
          <LoanTag status={loan.status} />
          {waiting && <ClaimBar desk="loans" id={id} claimedBy={loan.claimedBy} />}
        </>
      }
    >
      <Columns
        main={
          <>
            <FigurePanels loan={loan} />
            <Agreement loan={loan} />
          </>
        }
        side={
          <>
            <Panel title={say('cases.decision')}>
              <LoanDecision loan={loan} />
            </Panel>
            <History loan={loan} />
          </>
        }
      />
    </Page>
  );
}

function FigurePanels({ loan }: { loan: LoanCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  const money = (amount: string) => <Money amount={amount} asset="USDT" />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
      <Panel title={say('cases.figures')}>
        <Figures
          rows={[
            { label: say('cases.amount'), value: money(loan.amount), strong: true },
            { label: say('loans.days'), value: say('loans.term', { days: loan.days, free: loan.freeDays }) },
            { label: say('loans.rate'), value: format.rate(loan.dailyRate) },
            { label: say('loans.totalInterest'), value: money(loan.totalInterest) },
            { label: say('loans.repayment'), value: money(loan.repaymentAmount) },
            { label: say('loans.outstanding'), value: money(loan.outstanding) },
            { label: say('loans.lendingFree'), value: money(loan.lendingFree), strong: true },
          ]}
        />
      </Panel>
      <Panel title={say('cases.customer')}>
        <Figures
          rows={[
            {
              label: say('cases.customer'),
              value: (
                <Link component={RouterLink} to={`/users/${loan.customer.id}`}>
                  {loan.customer.userName}
                </Link>
              ),
              strong: true,
            },
            { label: say('loans.kyc'), value: say(`users.identities.${loan.kycStatus}`) },
            { label: say('loans.account'), value: say(loan.frozen ? 'users.frozen' : 'users.active') },
            { label: `${say('loans.record')}: ${say('loans.open')}`, value: format.integer(loan.record.open) },
            { label: say('loans.outstanding'), value: money(loan.record.outstanding) },
            { label: say('loans.repaidCount'), value: format.integer(loan.record.repaid) },
            {
              label: say('loans.everExpired'),
              value: format.integer(loan.record.everExpired),
              strong: loan.record.everExpired > 0,
            },
          ]}
        />
      </Panel>
    </Box>
  );
}

function Agreement({ loan: { agreement, signatureId } }: { loan: LoanCaseDetail }) {
  const say = useWords();
  return (
    <Panel title={say('loans.agreement')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 240px' } }}>
        <Box
          lang={agreement.language}
          dir={agreement.language === 'ar' ? 'rtl' : 'ltr'}
          tabIndex={0}
          role="region"
          aria-label={agreement.title}
          sx={{ maxHeight: 380, overflowY: 'auto', pr: 1 }}
        >
          <Typography variant="h2">{agreement.title}</Typography>
          <Typography sx={{ my: 1 }}>{agreement.preamble}</Typography>
          <Figures rows={agreement.figures.map(({ name, value }) => ({ label: name, value: <bdi>{value}</bdi> }))} />
          {agreement.clauses.map(({ title, paragraphs }) => (
            <Box key={title} sx={{ mt: 1.5 }}>
              <Typography variant="h3">{title}</Typography>
              {paragraphs.map((paragraph) => (
                <Typography key={paragraph}>{paragraph}</Typography>
              ))}
            </Box>
          ))}
          <Typography sx={{ mt: 1.5 }}>{agreement.closing}</Typography>
        </Box>
        <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
          <CaseImage id={signatureId} name={say('loans.signature')} />
          <Typography variant="caption" color="textSecondary">
            {say('loans.version', { version: agreement.version, language: languageNames[agreement.language] })}
          </Typography>
        </Box>
      </Box>
    </Panel>
  );
}

function History({ loan }: { loan: LoanCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Panel title={say('cases.history')}>
      <Timeline
        steps={loan.history.map(({ kind, at, by, reason, interest, principal }) => ({
          key: kind + at,
          at,
          by: by?.name ?? null,
          title: say(`loans.events.${kind}`),
          detail:
            reason !== null
              ? say(`loans.rejections.${reason}`)
              : principal === null
                ? null
                : `${say('loans.principal')} ${format.amount(principal)}${interest === null ? '' : ` · ${say('loans.interest')} ${format.amount(interest)}`}`,
        }))}
      />
    </Panel>
  );
}
