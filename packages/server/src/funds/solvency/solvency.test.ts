import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { anvilProgram, evmNode } from '../../../test/evm-node.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { nodeOfRecords } from '../../../test/node-of-records.ts';
import { Node } from '../chain/json-rpc.ts';
import { chainRounds, serveFundsDesk } from '../index.ts';
import { evmReader } from '../watch/evm-reader.ts';

const program = anvilProgram();
const ether = 10n ** 18n;

it.skipIf(program === undefined)(
  'coins held by a real node are set against coins owed, and what no node tells is unknown',
  async () => {
    const node = await evmNode(program ?? '');
    const db = await testDatabase();
    const { clock, customer, funds } = await funding(db, { waitMs: 0 });
    const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
    const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
    const rounds = chainRounds({ ...funds, db, log: silent, nodes: { ethereum: node.url }, restMs: 0 });
    const look = async () => {
      for (const round of rounds) await round.run(new AbortController().signal);
    };
    const states = async () => {
      const { assets, networks, claims } = await first.call(desk.solvency, {});
      const of = (code: string) => assets.find(({ asset }) => asset === code);
      return { ether: of('ETH'), tether: of('USDT'), erc20: networks.find(({ network }) => network === 'ERC20'), claims };
    };
    await look();
    const anna = await customer('anna_owns');
    const address = (await anna.real(user.depositCoins, {})).find(({ network }) => network === 'ERC20')?.address ?? '';
    await node.sendEther(address, ether);
    await node.sendToken(address, 70_000_000n);
    await node.mine(12);
    await look();
    // Seen and not credited is owed already; of USDT one network has no node.
    expect(await states()).toMatchObject({
      ether: { owed: '1', held: '1', difference: '0' },
      tether: { owed: '70', held: null, difference: null },
      erc20: { held: '70', height: 12, addresses: 1, uncredited: '70' },
      claims: [],
    });
    const [{ id } = { id: '' }] = (await anna.real(user.listRecharge, {})).items;
    await first.call(desk.approve, { id });
    await second.call(desk.complete, { id });
    expect((await states()).ether).toEqual({ asset: 'ETH', owed: '1', held: '1', difference: '0' });
    expect(await first.call(desk.uncredited, {})).toMatchObject([{ amount: '70', confirmations: 12, lost: false, case: null }]);

    const reserve = {
      chain: 'ethereum',
      address: '0x1111111111111111111111111111111111111111',
      label: 'Payouts',
      reason: 'our own wallet',
    } as const;
    await node.sendEther(reserve.address, 2n * ether);
    await node.mine();
    const { proposalId } = await first.call(desk.proposeReserve, reserve);
    await second.call(proposalCalls.approve, { id: proposalId });
    expect(await refusalOf(first.call(desk.proposeReserve, { ...reserve, label: 'again' }))).toBe('11056');
    expect(await refusalOf(first.call(desk.proposeReserve, { ...reserve, address }))).toBe('11056');
    const { proposalId: waiting } = await first.call(desk.proposeReserve, { ...reserve, address: `0x${'22'.repeat(20)}` });
    const alone = `insert into reserve_addresses (chain, address, label, proposal_id, declared_at)
      select chain, '0x${'22'.repeat(20)}', label, $1, now() from reserve_addresses`;
    await expect(db.transact((tx) => tx.query(alone, [waiting]))).rejects.toThrow('needs two operators');
    await expect(db.query('delete from reserve_addresses')).rejects.toThrow('two persons have approved');
    await look();
    expect((await states()).ether).toMatchObject({ owed: '1', held: '3', difference: '2' });

    // TRON's interface of the same shape knows what addresses hold at its last block alone, and says no other.
    const asked: unknown[] = [];
    const heights = ['0x10', '0x11', '0x12', '0x13'];
    const holds = ['7', '8'];
    const tron = await nodeOfRecords({
      eth_blockNumber: () => heights.shift() ?? '0x12',
      eth_call: (_: unknown, block: string) => {
        asked.push(block);
        return `0x${(holds.shift() ?? '8').padStart(64, '0')}`;
      },
    });
    const coin = { id: 'TRC20', token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
    const reader = evmReader(new Node(tron.url, { timeoutMs: 5000, bytesMax: 10_000 }), 'tron', [coin], 728_126_428n);
    await expect(reader.held(coin, [coin.token])).rejects.toThrow('moved on');
    expect(await reader.held(coin, [coin.token])).toEqual({ units: 8n, height: 19 });
    expect(new Set(asked)).toEqual(new Set(['latest']));

    await node.stop();
    await look();
    expect((await states()).ether).toEqual({ asset: 'ETH', owed: '1', held: null, difference: null });
    expect(await first.call(desk.watches, {})).toMatchObject([
      { chain: 'bitcoin', state: 'off' },
      { chain: 'ethereum', state: 'fault', height: 13 },
      { chain: 'tron', state: 'off' },
    ]);
  },
);
