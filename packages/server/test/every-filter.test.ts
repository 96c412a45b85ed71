import { createClient } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { allConsoleCalls, consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { caseOrders, depositStatuses, withdrawalStatuses } from '@assay/contract/vocabulary/funds.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { post } from '../src/ledger/index.ts';
import { createEnrolledOperator, openOperatorSession } from '../src/operators/index.ts';
import { newSharedSecret } from '../src/platform/credentials/totp.ts';
import { testDatabase } from './database.ts';
import { lightPasswords } from './identity-app.ts';
import { variedCases } from './varied-cases.ts';
import { wholeServer } from './whole-server.ts';

// Every filter of every list of the console, on rows that differ: what it lets through is what the rows themselves say, neither all of
// them nor none. A filter that is new in the contract and has no line here fails the last test.

const db = await testDatabase(12);
const server = await wholeServer(db);
const { clock, desks, secret } = server;

type Item = Readonly<Record<string, unknown>>;
type Fits = (item: Item) => boolean;

async function operatorWith(name: string, roles: ('finance' | 'administrator' | 'support' | 'reviewer')[]) {
  const operator = { name, roles, password: 'an operator 1', shared: newSharedSecret(), passwordCost: lightPasswords };
  await createEnrolledOperator(db, secret, clock.wall(), operator);
  const [row] = await db.query<{ id: number; hash: string }>(
    'select id, password_hash as hash from operators where name = $1',
    [name],
  );
  const caller = { ip: '192.0.2.1', userAgent: '' };
  const session = await openOperatorSession(db, clock.wall(), caller, { id: String(row?.id), passwordHash: row?.hash ?? '' });
  const call = createClient({
    origin: '',
    prefix: consolePrefix,
    headers: () => ({ Authorization: session?.token ?? '', 'Accept-Language': 'en' }),
    fetch: async (url, init) => {
      clock.advance(100);
      const answer = await desks.inject({
        method: init.method === 'POST' ? 'POST' : 'GET',
        url,
        headers: init.headers as Record<string, string>,
        ...(typeof init.body === 'string' && { payload: init.body }),
      });
      return new Response(answer.body, { status: answer.statusCode });
    },
  });
  return { id: String(row?.id), name, call };
}

const everything = ['finance', 'administrator', 'support', 'reviewer'] as const;
const [ann, ben] = [await operatorWith('ann', [...everything]), await operatorWith('ben', [...everything])];
const [ada, bob, cy] = [await server.person('ada_one'), await server.person('bob_two'), await server.person('cy_three')];

/** A list as one operator reads it, without its pages. */
async function read(call: DeskCall, input: object): Promise<Item[]> {
  const answer = (await ann.call(call, { limit: 100, ...input })) as { items: Item[] };
  return answer.items;
}

const hour = 3_600_000;
const at = (hours: number) => new Date(clock.now() - hours * hour).toISOString();

/** Between the third case of money, an hour older than the second, and the fourth. */
const middle = at(3);
const later = at(2);

beforeAll(async () => {
  await server.quote();
  const { id } = await ada.demo(
    order.buyU,
    { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 },
    { idempotencyKey: 'a' },
  );
  await bob.real(
    order.buyU,
    { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 },
    { idempotencyKey: 'b' },
  );
  await ada.demo(order.stopU, { id }, { idempotencyKey: 'c' });
  await ann.call(
    consoleCalls.parameters.propose,
    { key: 'kyc_hours', value: '36', reason: 'Two have joined us' },
    { idempotencyKey: 'd' },
  );
  const { proposalId } = await ann.call(
    consoleCalls.parameters.propose,
    { key: 'retention_years', value: '6', reason: 'The law has changed' },
    { idempotencyKey: 'e' },
  );
  await ben.call(consoleCalls.proposals.approve, { id: proposalId }, { idempotencyKey: 'f' });
  await ben.call(
    consoleCalls.treasury.propose,
    { direction: 'fund', book: 'real', account: 'treasury', asset: 'USDT', amount: '5', reason: 'A little more of it' },
    { idempotencyKey: 'g' },
  );
  await ann.call(
    consoleCalls.views.save,
    { list: '/deposits/list', name: 'all', filters: { status: 'all' } },
    { idempotencyKey: 'h' },
  );
  const coins = recipes.depositCompleted({ userId: ada.userId, amount: amount(1_000_000n), asset: assetOf('BTC') });
  await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit:coins', at: clock.now(), ...coins }));
  for (const type of [3, 4]) {
    const { id: contentId } = await ann.call(consoleCalls.contents.create, { type }, { idempotencyKey: `content-${type}` });
    for (const [language, title] of [
      ['en', `Of kind ${type}`],
      ['de', `Von Art ${type}`],
    ] as const)
      await ann.call(
        consoleCalls.contents.save,
        { id: contentId, language, basedOn: 0, title, body: 'A text.' },
        { idempotencyKey: `text-${type}-${language}` },
      );
  }
  await variedCases(db, { ada: ada.userId, bob: bob.userId, cy: cy.userId, ann: ann.id, ben: ben.id, proposalId, at });
});

const text = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value);
const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '';
const is =
  (field: string, value: string | boolean): Fits =>
  (item) =>
    text(item[field]) === String(value);
const byAnn: Fits = (item) => [item['approvedBy'], item['decidedBy']].some((one) => nameOf(one) === 'ann');
const byBen: Fits = (item) => [item['approvedBy'], item['decidedBy']].some((one) => nameOf(one) === 'ben');

/** An operator who has not approved it may complete it. */
const forAnn: Fits = (item) =>
  item['status'] === 'pendingReview' || (item['status'] === 'approved' && nameOf(item['approvedBy']) !== 'ann');

interface Rule {
  readonly call: DeskCall;
  /** All that there is. */
  readonly whole: object;
  readonly idOf?: (item: Item) => string;
  /** By filter, what is asked and which items that lets through. */
  readonly filters: Readonly<Record<string, readonly (readonly [string, Fits])[]>>;
}

const money = (call: DeskCall, statuses: readonly string[]): Rule => ({
  call,
  whole: { status: 'all' },
  filters: {
    status: [
      ['open', (item) => ['pendingReview', 'approved'].includes(String(item['status']))],
      ...statuses.map((status) => [status, is('status', status)] as const),
    ],
    customerId: [
      [ada.userId, is('customer', ada.userId)],
      [bob.userId, is('customer', bob.userId)],
    ],
    from: [[middle, (item) => String(item['createdAt']) >= middle]],
    to: [[middle, (item) => String(item['createdAt']) < middle]],
    coin: ['USDT', 'BTC'].map((coin) => [coin, (item: Item) => (item['coin'] ?? item['asset']) === coin] as const),
    network: ['TRC20', 'ERC20', 'ETH'].map((network) => [network, is('network', network)] as const),
    amountFrom: [['130', (item) => Number(item['amount']) >= 130]],
    amountTo: [
      ['2.5', (item) => Number(item['amount']) <= 2.5],
      ['130', (item) => Number(item['amount']) <= 130],
    ],
    hash: [],
    by: [
      ['ann', byAnn],
      ['ben', byBen],
    ],
    mine: [['YES', byAnn]],
    todo: [['YES', forAnn]],
    sort: [],
  },
});

const rules: readonly Rule[] = [
  money(consoleCalls.deposits.list, depositStatuses),
  money(consoleCalls.withdrawals.list, withdrawalStatuses),
  {
    call: consoleCalls.users.list,
    whole: {},
    filters: {
      query: [
        ['ADA_', is('userName', 'ada_one')],
        ['bob_two@exam', is('userName', 'bob_two')],
        [cy.userId, is('id', cy.userId)],
      ],
      kycStatus: [['notVerified', is('kycStatus', 'notVerified')]],
      frozen: [
        ['true', is('frozen', true)],
        ['false', is('frozen', false)],
      ],
      country: [
        ['DE', is('country', 'DE')],
        ['FR', is('country', 'FR')],
      ],
    },
  },
  {
    call: consoleCalls.proposals.list,
    whole: {},
    filters: {
      status: [
        ['waiting', is('status', 'waiting')],
        ['approved', is('status', 'approved')],
      ],
      kind: [['parameter.change', is('kind', 'parameter.change')]],
      subject: [['parameter:kyc_hours', is('subject', 'parameter:kyc_hours')]],
    },
  },
  {
    call: consoleCalls.audit.list,
    whole: {},
    filters: {
      action: [
        ['proposal.made', is('action', 'proposal.made')],
        ['proposal', (item) => String(item['action']).startsWith('proposal.')],
      ],
      operatorId: [[ben.id, is('operatorId', ben.id)]],
      subject: [['proposal:1', is('subject', 'proposal:1')]],
      from: [],
      to: [],
    },
  },
  {
    call: consoleCalls.ledger.accounts,
    whole: {},
    filters: {
      book: [
        ['demo', is('book', 'demo')],
        ['real', is('book', 'real')],
      ],
      owner: [
        ['house', is('owner', 'house')],
        [ada.userId, is('owner', ada.userId)],
      ],
      asset: [['USDT', is('asset', 'USDT')]],
      kind: [
        ['available', is('kind', 'available')],
        ['fees', is('kind', 'fees')],
      ],
    },
  },
  {
    call: consoleCalls.ledger.transactions,
    whole: {},
    filters: {
      book: [
        ['demo', is('book', 'demo')],
        ['real', is('book', 'real')],
      ],
      reason: [['deposit.completed', is('reason', 'deposit.completed')]],
      reference: [[`deposit:${bob.userId}`, is('reference', `deposit:${bob.userId}`)]],
      from: [['2000-01-01T00:00:00.000Z', (item) => String(item['at']) >= '2000']],
      to: [['2000-01-01T00:00:00.000Z', (item) => String(item['at']) < '2000']],
    },
  },
  {
    call: consoleCalls.alarms.list,
    whole: {},
    filters: { only: [['standing', (item) => item['endedAt'] === null]] },
  },
  {
    call: consoleCalls.halts.list,
    whole: {},
    filters: { only: [['inForce', (item) => item['inForce'] === true]] },
  },
  {
    call: consoleCalls.parameters.history,
    whole: {},
    filters: { key: [] },
  },
  {
    call: consoleCalls.nfts.list,
    whole: {},
    filters: { status: [['unsold', is('status', 'unsold')]] },
  },
  {
    call: consoleCalls.contents.list,
    whole: {},
    filters: { type: [], lang: [] },
  },
];

/** Lists of which there is no "all": what each of their words lets through is listed one by one. */
const parted: readonly {
  readonly call: DeskCall;
  readonly field: string;
  readonly parts: readonly (readonly [object, number])[];
}[] = [
  {
    call: consoleCalls.kyc.list,
    field: 'status',
    parts: [
      [{ status: 'pendingReview' }, 1],
      [{ status: 'verified' }, 1],
      [{ status: 'failed' }, 1],
      [{ status: 'secondLook' }, 1],
      [{ status: 'verified', from: middle }, 1],
      [{ status: 'verified', to: middle }, 0],
      [{ status: 'failed', from: later }, 0],
      [{ status: 'failed', to: later }, 1],
      [{ status: 'failed', by: 'ann' }, 1],
      [{ status: 'failed', by: 'ben' }, 0],
      [{ status: 'failed', mine: 'YES' }, 1],
      [{ status: 'pendingReview', mine: 'YES' }, 0],
      [{ status: 'pendingReview', todo: 'YES' }, 1],
    ],
  },
  {
    call: consoleCalls.loans.list,
    field: 'status',
    parts: [
      [{ status: 'pendingReview' }, 2],
      [{ status: 'rejected' }, 1],
      [{ status: 'pendingReview', customerId: ada.userId }, 1],
      [{ status: 'rejected', customerId: ada.userId }, 0],
      [{ status: 'rejected', by: 'ann' }, 1],
      [{ status: 'rejected', by: 'ben' }, 0],
      [{ status: 'rejected', mine: 'YES' }, 1],
      [{ status: 'pendingReview', mine: 'YES' }, 0],
      [{ status: 'pendingReview', todo: 'YES' }, 2],
      [{ status: 'pendingReview', from: middle }, 0],
      [{ status: 'pendingReview', to: middle }, 2],
      [{ status: 'pendingReview', amountFrom: '100.5' }, 1],
      [{ status: 'pendingReview', amountTo: '100' }, 1],
    ],
  },
  {
    call: consoleCalls.chats.list,
    field: 'status',
    parts: [
      [{ status: 'waiting' }, 1],
      [{ status: 'assigned' }, 2],
      [{ status: 'assigned', mine: 'YES' }, 1],
      [{ status: 'closed' }, 0],
    ],
  },
];

const cases = rules.flatMap(({ call, whole, filters, idOf = (item: Item) => text(item['id']) }) =>
  Object.entries(filters).flatMap(([field, told]) =>
    told.map(([value, fits]) => [`${call.path} by ${field}=${value}`, { call, whole, idOf, field, value, fits }] as const),
  ),
);

const moneyLists: readonly DeskCall[] = [consoleCalls.deposits.list, consoleCalls.withdrawals.list];

describe('every filter of every list', () => {
  test.each(cases)('%s', async (_, { call, whole, idOf, field, value, fits }) => {
    const all = await read(call, whole);
    const expected = all.filter(fits);
    expect(all.length).toBeGreaterThan(expected.length);
    if (!value.startsWith('2000-')) expect(expected.length).toBeGreaterThan(0);
    const found = await read(call, { ...whole, [field]: value });
    expect(found.map(idOf).toSorted()).toEqual(expected.map(idOf).toSorted());
  });

  test.each(
    parted.flatMap(({ call, parts }) =>
      parts.map(([input, count]) => [`${call.path} ${JSON.stringify(input)}`, call, input, count] as const),
    ),
  )('%s', async (_, call, input, count) => {
    const found = await read(call, input);
    expect(found).toHaveLength(count);
    const { status } = input as { status?: string };
    if (status !== undefined && status !== 'secondLook') expect(found.every((item) => item['status'] === status)).toBe(true);
  });

  test.each(moneyLists)('$path by the beginning of a hash', async (call) => {
    const all = await read(call, { status: 'all' });
    const hashes = all.map((item) => item['hash']).filter((hash) => typeof hash === 'string');
    expect(hashes.length).toBeGreaterThan(1);
    for (const hash of hashes) {
      const found = await read(call, { status: 'all', hash: hash.slice(0, 20).toUpperCase() });
      expect(found.map((item) => item['hash'])).toEqual(hashes.filter((one) => one.startsWith(hash.slice(0, 20))));
    }
    expect(await read(call, { status: 'all', hash: 'ffff0000ffff' })).toEqual([]);
  });

  test.each(moneyLists.flatMap((call) => caseOrders.map((sort) => [call.path, sort, call] as const)))(
    '%s, the %s first, page by page too',
    async (_, sort, call) => {
      const bySize = sort === 'largest' || sort === 'smallest';
      const key = (item: Item): number => (bySize ? Number(item['amount']) : Number(String(item['id']).slice(8)));
      const sign = sort === 'oldest' || sort === 'smallest' ? 1 : -1;
      const found = await read(call, { status: 'all', sort });
      expect(found.length).toBeGreaterThan(5);
      expect(found.map(key)).toEqual(found.map(key).toSorted((one, other) => sign * (one - other)));
      const paged: Item[] = [];
      let cursor: string | null = null;
      do {
        const page = (await ann.call(call, { status: 'all', sort, limit: 2, ...(cursor !== null && { cursor }) })) as {
          items: Item[];
          nextCursor: string | null;
        };
        paged.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(found);
    },
  );

  test('the log by its time, and the history of a parameter by its key', async () => {
    const all = await read(consoleCalls.audit.list, {});
    const moment = String(all[Math.floor(all.length / 2)]?.['at']);
    const after = await read(consoleCalls.audit.list, { from: moment });
    const before = await read(consoleCalls.audit.list, { to: moment });
    expect(after.every((item) => String(item['at']) >= moment)).toBe(true);
    expect(before.every((item) => String(item['at']) < moment)).toBe(true);
    expect(Math.min(after.length, before.length)).toBeGreaterThan(0);
    expect(await read(consoleCalls.parameters.history, { key: 'retention_years' })).toMatchObject([{ key: 'retention_years' }]);
    expect(await read(consoleCalls.parameters.history, { key: 'kyc_hours' })).toEqual([]);
  });

  test('contents by their kind, in the language that is asked for', async () => {
    const all = await read(consoleCalls.contents.list, {});
    const kinds = [...new Set(all.map((item) => Number(item['type'])))];
    expect(kinds.length).toBeGreaterThan(1);
    for (const type of kinds) {
      const found = await read(consoleCalls.contents.list, { type });
      expect(found.map((item) => item['id'])).toEqual(all.filter((item) => item['type'] === type).map((item) => item['id']));
    }
    const german = await read(consoleCalls.contents.list, { lang: 'de' });
    expect(german.map((item) => item['title'])).not.toEqual(all.map((item) => item['title']));
  });

  test('has its line here, or is what the list is about', () => {
    const about = ['limit', 'cursor', 'id', 'accountId', 'month', 'book', 'through', 'language', 'list'];
    const told = new Map<string, readonly string[]>([
      ...rules.map(({ call, filters }) => [call.path, Object.keys(filters)] as const),
      ...parted.map(({ call, parts }) => [call.path, parts.flatMap(([input]) => Object.keys(input))] as const),
      // Their rows are of the catalogue and of the engine, and tried where these are.
      ['/instruments/list', ['q', 'assetClass', 'only']],
      ['/positions/listVoidable', ['code']],
      ['/users/timeline/{id}', ['kinds', 'book', 'from', 'to']],
    ]);
    const untold = allConsoleCalls
      .filter(({ input }) => 'cursor' in input.shape)
      .flatMap(({ path, input }) =>
        Object.keys(input.shape)
          .filter((field) => !about.includes(field) && told.get(path)?.includes(field) !== true)
          .map((field) => `${path} by ${field}`),
      );
    expect(untold).toEqual([]);
  });
});
