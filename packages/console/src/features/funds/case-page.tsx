import type { WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { type Claim, ClaimBar } from '../../shared/desk/claim.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { type Step, Timeline } from '../../shared/parts/timeline.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FundTag, isOpen } from './fund-status.tsx';

interface Case {
  readonly id: string;
  readonly amount: string;
  readonly status: WithdrawalStatus;
  readonly createdAt: string;
  readonly claimedBy: Claim | null;
}

interface HistoryEntry {
  readonly status: WithdrawalStatus;
  readonly at: string;
  readonly by: { readonly name: string } | null;
  readonly reason: string | null;
}

/** A deposit or a withdrawal: what it is about, who works on it, how it went so far. */
export function CasePage(props: {
  item: Case;
  asset: string;
  desk: 'deposits' | 'withdrawals';
  main: ReactNode;
  decision: ReactNode;
  history: readonly HistoryEntry[];
  reasonOf: (reason: string) => string;
}) {
  const say = useWords();
  const { item, asset, desk, main, decision, history, reasonOf } = props;
  const open = isOpen(item.status);
  const steps: Step[] = history.map(({ status, at, by, reason }) => ({
    key: status + at,
    at,
    by: by?.name ?? null,
    title: status === 'pendingReview' ? say('funds.submitted') : say(`funds.statuses.${status}`),
    detail: reason === null ? null : reasonOf(reason),
  }));
  return (
    <Page
      title={item.id}
      lead={
        <>
          <Money amount={item.amount} asset={asset} /> · <Age desk={desk} since={item.createdAt} waiting={open} />
        </>
      }
      actions={
        <>
          <FundTag status={item.status} />
          {open && <ClaimBar desk={desk} id={item.id} claimedBy={item.claimedBy} />}
        </>
      }
    >
      <Columns
        main={main}
        side={
          <>
            <Panel title={say('cases.decision')}>{decision}</Panel>
            <Panel title={say('cases.history')}>
              <Timeline steps={steps.toSorted((one, other) => other.at.localeCompare(one.at))} />
            </Panel>
          </>
        }
      />
    </Page>
  );
}

export function CustomerLink({ id, userName }: { id: string; userName: string }) {
  return (
    <Link component={RouterLink} to={`/users/${id}`}>
      <bdi>{userName}</bdi>
    </Link>
  );
}
