import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { mayCall } from '../client/may-call.ts';
import { useOperator } from '../client/operator.ts';
import { useDesk } from '../client/use-desk.ts';
import { useWords } from '../words/words.ts';
import { choices } from './choices.ts';
import type { FilterSpec } from './filters.tsx';

/** Filters of any cases besides their status: their days, and who has decided them. */
export function useWorkFilters(): readonly FilterSpec[] {
  const say = useWords();
  return [
    { kind: 'day', name: 'from', label: say('cases.from'), end: 'first' },
    { kind: 'day', name: 'to', label: say('cases.to'), end: 'last' },
    { kind: 'text', name: 'by', label: say('cases.by'), width: 170 },
    { kind: 'choice', name: 'mine', label: say('cases.whose'), options: choices(['YES'], () => say('cases.onlyMine')) },
  ];
}

/** How many cases wait at a desk, as its place in the menu says; undefined while that is being read. */
export function useWaitingCount(desk: string): number | undefined {
  const { roles } = useOperator();
  const { queues } = consoleCalls.dashboard;
  const { data } = useDesk(queues, {}, { enabled: mayCall(queues, roles) });
  return data?.find((queue) => queue.desk === desk)?.waiting;
}
