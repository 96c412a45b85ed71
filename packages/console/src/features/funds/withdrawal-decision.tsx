import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { WithdrawalCaseDetail } from '@assay/contract/endpoints/console/withdrawals.ts';
import { withdrawalReasons } from '@assay/contract/vocabulary/funds.ts';
import { Box } from '@mui/material';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { Money } from '../../shared/parts/money.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Figures } from '../../ui/figures.tsx';
import { useBlocks } from './blocks.ts';

const { withdrawals } = consoleCalls;

/** The first person approves, another pays out and says by which transaction; whatever ends otherwise returns the money. */
export function WithdrawalDecision({ withdrawal }: { withdrawal: WithdrawalCaseDetail }) {
  const say = useWords();
  const blocks = useBlocks(withdrawal);
  // The server refuses it, in words for customers.
  const frozen = withdrawal.frozen ? say('funds.withdrawals.frozen') : null;
  const about = { id: withdrawal.id };
  const { destination } = withdrawal;
  const figures = [
    { label: say('cases.customer'), value: <bdi>{withdrawal.customer.userName}</bdi> },
    { label: say('funds.actual'), value: <Money amount={withdrawal.actualAmount} asset={withdrawal.asset} />, strong: true },
    {
      label: say('funds.destination'),
      value: (
        <bdi>{destination.kind === 'coin' ? destination.address : `${destination.holder} •••• ${destination.lastFour}`}</bdi>
      ),
    },
  ];
  const reason = {
    kind: 'choice',
    name: 'reason',
    label: say('cases.reasonForCustomer'),
    options: choices(withdrawalReasons, (one) => say(`funds.withdrawals.reasons.${one}`)),
  } as const;
  const approved = withdrawal.status === 'approved';
  const { payout } = withdrawal;
  const payoutOf =
    payout === null
      ? []
      : [
          {
            label: say('funds.batches.payout'),
            value:
              payout.fault === null
                ? say(`funds.batches.statuses.${payout.status}`)
                : say(`funds.batches.faults.${payout.fault}`),
            strong: true,
          },
        ];
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Figures rows={[...blocks.rows, ...payoutOf]} />
      <Act
        call={withdrawals.approve}
        label={say('funds.approve')}
        lead={say('funds.withdrawals.approveLead')}
        figures={figures}
        about={about}
        done={say('funds.withdrawals.approved')}
        blocked={blocks.approve ?? frozen}
        tone={approved && !blocks.seconds ? 'plain' : 'primary'}
        shortcut="A"
        stacked
      />
      <Act
        call={withdrawals.complete}
        label={say('funds.payOut')}
        lead={say('funds.withdrawals.completeLead')}
        figures={figures}
        fields={[{ kind: 'text', name: 'hash', label: say('funds.reference') }]}
        about={about}
        done={say('funds.withdrawals.sent')}
        blocked={blocks.complete ?? frozen}
        tone={approved && !blocks.seconds ? 'primary' : 'plain'}
        shortcut="A"
        stacked
      />
      <Act
        call={withdrawals.reject}
        label={say('funds.reject')}
        figures={figures}
        fields={[reason]}
        about={about}
        done={say('funds.withdrawals.rejected')}
        blocked={blocks.reject}
        tone="danger"
        shortcut="R"
        stacked
      />
      <Act
        call={withdrawals.fail}
        label={say('funds.fail')}
        figures={figures}
        fields={[reason]}
        about={about}
        done={say('funds.withdrawals.failed')}
        blocked={blocks.fail}
        tone="danger"
        stacked
      />
    </Box>
  );
}
