// Splits and dividends as their desk lists them: a sandbox makes its own prices, and its shares are never split.
import type { DeskAction } from '@assay/contract/endpoints/console/actions.ts';
import { actionCalls, leftMax } from '@assay/contract/endpoints/console/actions.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import type { Page } from 'playwright-core';

const split: DeskAction = {
  id: '4',
  code: 'AAPL',
  name: 'Apple',
  kind: 'split',
  toUnits: 7,
  fromUnits: 1,
  perUnit: null,
  firstDay: '2027-06-09',
  beginsAt: '2027-06-08T20:00:00.000Z',
  status: 'waiting',
  contracts: 0,
  options: 0,
  left: null,
  doneAt: null,
};
const dividend = { kind: 'dividend', toUnits: null, fromUnits: null } as const;
const doneAt = '2027-05-05T20:03:00.000Z';

/** One in each state, newest first. */
export const actionRows: readonly DeskAction[] = [
  split,
  {
    ...split,
    ...dividend,
    id: '3',
    code: 'KO',
    name: 'Coca-Cola',
    perUnit: '0.51',
    status: 'underWay',
    contracts: 1204,
    left: leftMax,
  },
  {
    ...split,
    id: '2',
    code: 'GE',
    name: 'GE Aerospace',
    kind: 'reverseSplit',
    toUnits: 1,
    fromUnits: 8,
    status: 'done',
    contracts: 318,
    options: 42,
    doneAt,
  },
  { ...split, ...dividend, id: '1', code: 'MSFT', name: 'Microsoft', perUnit: '0.83', status: 'withdrawn' },
];

/** Makes the desk list these from now on; all else of it is the server's. */
export const showActions = (page: Page, items: readonly DeskAction[]) =>
  page.route(`**${consolePrefix}${actionCalls.list.path}*`, (route) =>
    route.fulfill({ json: { code: '200', message: '', result: { items, nextCursor: null } } }),
  );
