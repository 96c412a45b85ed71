import type { WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { type Claim, useClaimBlock } from '../../shared/desk/claim.tsx';
import { useWords } from '../../shared/words/words.ts';
import { isOpen } from './fund-status.tsx';

/** What keeps this operator from each decision about a case of two persons. */
export function useBlocks(item: {
  status: WithdrawalStatus;
  approvedBy: Claim | null;
  claimedBy: Claim | null;
  /** Of a payment: how many it needs, and who has seconded it. */
  persons?: number;
  secondedBy?: Claim | null;
}) {
  const say = useWords();
  const self = useOperator();
  const taken = useClaimBlock(item.claimedBy);
  const open = isOpen(item.status) ? taken : say('cases.over');
  const own = item.approvedBy?.id === self.id;
  const approved = item.status === 'approved';
  const seconder = item.secondedBy ?? null;
  const seconds = approved && item.persons === 3 && seconder === null;
  const paid = seconds
    ? say('funds.secondFirst')
    : own
      ? say('cases.byYou')
      : seconder?.id === self.id
        ? say('funds.secondedByYou')
        : null;
  return {
    seconds,
    approve: open ?? (seconds ? (own ? say('cases.byYou') : null) : approved ? say('cases.firstDone') : null),
    complete: open ?? (approved ? paid : say('cases.needsFirst')),
    reject: open ?? (approved && own ? say('funds.otherPerson') : null),
    fail: open ?? (approved ? (own ? say('funds.otherPerson') : null) : say('cases.needsFirst')),
  };
}
