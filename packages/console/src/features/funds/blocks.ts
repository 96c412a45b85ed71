import type { WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { type Claim, useClaimBlock } from '../../shared/desk/claim.tsx';
import { type Gated, useGate } from '../../shared/desk/gate.ts';
import { useWords } from '../../shared/words/words.ts';
import { isOpen } from './fund-status.tsx';

/** What keeps this operator from each decision about a case of two persons, or of three. */
export function useBlocks(item: Gated & { readonly status: WithdrawalStatus; readonly claimedBy: Claim | null }) {
  const say = useWords();
  const taken = useClaimBlock(item.claimedBy);
  const open = isOpen(item.status) ? taken : say('cases.over');
  const approved = item.status === 'approved';
  const { ended, own, rows, seconds: asked } = useGate(item);
  const seconds = approved && asked;
  return {
    seconds,
    rows,
    approve: open ?? (seconds ? (own ? say('cases.byYou') : null) : approved ? say('cases.firstDone') : null),
    complete: open ?? (approved ? ended : say('cases.needsFirst')),
    reject: open ?? (approved && own ? say('funds.otherPerson') : null),
    fail: open ?? (approved ? (own ? say('funds.otherPerson') : null) : say('cases.needsFirst')),
  };
}
