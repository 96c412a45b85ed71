import { serverTime } from '@assay/contract/server-time.ts';
import { useOperator } from '../client/operator.ts';
import { absent, useFormat } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import type { Claim } from './claim.tsx';

/** What a case asks for besides a second person. */
export interface Gated {
  readonly approvedBy: Claim | null;
  readonly persons: number;
  readonly secondedBy: Claim | null;
  readonly readyAt: string | null;
}

/** Of a case that a first person has approved: whether a second is required now, and why this operator may not complete it. */
export function useGate({ approvedBy, persons, secondedBy, readyAt }: Gated) {
  const say = useWords();
  const format = useFormat();
  const self = useOperator();
  const own = approvedBy?.id === self.id;
  const seconds = approvedBy !== null && persons === 3 && secondedBy === null;
  const spoken = own ? say('cases.byYou') : secondedBy?.id === self.id ? say('cases.secondedByYou') : null;
  const until = readyAt === null ? null : `${format.dateTime(readyAt)} UTC`;
  const early = readyAt !== null && Date.parse(readyAt) > (serverTime() ?? 0);
  return {
    seconds,
    own,
    ended: seconds ? say('cases.secondFirst') : (spoken ?? (early ? say('cases.notYet', { at: until ?? '' }) : null)),
    rows: [
      { label: say('cases.firstPerson'), value: approvedBy?.name ?? absent, strong: true },
      ...(persons === 3 ? [{ label: say('cases.secondPerson'), value: secondedBy?.name ?? absent, strong: true }] : []),
      ...(until === null ? [] : [{ label: say('cases.readyAt'), value: until }]),
    ],
  };
}
