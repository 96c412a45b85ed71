import type { LoanCaseDetail } from '@assay/contract/endpoints/console/loans.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { loanRejections } from '@assay/contract/vocabulary/loans.ts';
import { Box } from '@mui/material';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { useClaimBlock } from '../../shared/desk/claim.tsx';
import { useGate } from '../../shared/desk/gate.ts';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';

const { loans } = consoleCalls;

/** The first person approves, the second, or of three the third, pays out; either may turn it down. */
export function LoanDecision({ loan }: { loan: LoanCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  const { id, approvedBy } = loan;
  const gate = useGate(loan);
  const taken = useClaimBlock(loan.claimedBy);
  const blocked = loan.status === 'pendingReview' ? taken : say('cases.over');
  const figures = [
    { label: say('cases.customer'), value: <bdi>{loan.customer.userName}</bdi> },
    { label: say('cases.amount'), value: <Money amount={loan.amount} asset="USDT" />, strong: true },
    { label: say('loans.days'), value: say('loans.term', { days: loan.days, free: loan.freeDays }) },
    { label: say('loans.rate'), value: format.rate(loan.dailyRate) },
    { label: say('loans.repayment'), value: <Money amount={loan.repaymentAmount} asset="USDT" /> },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Figures rows={gate.rows} />
      <Act
        call={loans.approve}
        label={say('loans.approve')}
        lead={say('loans.approveLead')}
        figures={figures}
        about={{ id }}
        done={say('loans.approved')}
        blocked={
          blocked ??
          (approvedBy === null ? null : gate.seconds ? (gate.own ? say('cases.byYou') : null) : say('cases.firstDone'))
        }
        tone={approvedBy === null || gate.seconds ? 'primary' : 'plain'}
        shortcut="A"
        stacked
      />
      <Act
        call={loans.payOut}
        label={say('loans.payOut')}
        lead={say('loans.payOutLead')}
        figures={figures}
        about={{ id }}
        done={say('loans.paidOut')}
        blocked={blocked ?? (approvedBy === null ? say('cases.needsFirst') : gate.ended)}
        tone={approvedBy === null || gate.seconds ? 'plain' : 'primary'}
        shortcut="A"
        stacked
      />
      <Act
        call={loans.reject}
        label={say('loans.reject')}
        figures={figures}
        fields={[
          {
            kind: 'choice',
            name: 'reason',
            label: say('cases.reasonForCustomer'),
            options: choices(loanRejections, (reason) => say(`loans.rejections.${reason}`)),
          },
        ]}
        about={{ id }}
        done={say('loans.rejected')}
        blocked={blocked}
        tone="danger"
        shortcut="R"
        stacked
      />
    </Box>
  );
}
