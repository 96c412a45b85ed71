import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { type Address, type Hex, verifyMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { sealDay } from '../../proofs/index.ts';
import { Node } from '../chain/json-rpc.ts';
import { chainRounds, serveFundsDesk } from '../index.ts';
import { evmReader } from '../watch/evm-reader.ts';

const program = anvilProgram();
const ether = 10n ** 18n;
const key = () => ({ idempotencyKey: crypto.randomUUID() });

it.skipIf(program === undefined)(
  'coins held by a real node are set against coins owed, and what no node tells is unknown',
  async () => {
    const node = await evmNode(program ?? '');
    const db = await testDatabase();
    const { clock, customer, funds, call, quote } = await funding(db, { waitMs: 0 });
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
    expect(await first.call(desk.uncredited, {})).toMatchObject({
      items: [{ amount: '70', confirmations: 12, lost: false, case: null }],
      nextCursor: null,
    });

    // A wallet of the house's own: to declare an address, its key signs that it is held for our customers.
    const wallet = privateKeyToAccount(`0x${'17'.repeat(32)}`);
    const { message } = await first.call(desk.solvency, {});
    expect(message).toBe('Held for the customers of https://assay.example');
    const signature = await wallet.signMessage({ message });
    const declared = { chain: 'ethereum', address: wallet.address, label: 'Payouts', signature } as const;
    const reserve = { ...declared, reason: 'our own wallet' };
    await node.sendEther(reserve.address, 2n * ether);
    await node.mine();
    // A stranger's address, even with a signature of its owner, is not ours.
    const rich = privateKeyToAccount(`0x${'18'.repeat(32)}`);
    const others = [
      { ...reserve, address: rich.address },
      {
        ...reserve,
        address: rich.address,
        signature: await rich.signMessage({ message: 'Held for the customers of https://other.example' }),
      },
      { ...reserve, signature: await rich.signMessage({ message }) },
    ];
    for (const other of others) expect(await refusalOf(first.call(desk.proposeReserve, other, key()))).toBe('11241');
    const { proposalId } = await first.call(desk.proposeReserve, reserve);
    await second.call(proposalCalls.approve, { id: proposalId });
    expect(await refusalOf(first.call(desk.proposeReserve, { ...reserve, label: 'again' }))).toBe('11056');
    const waits = { ...reserve, address: rich.address, signature: await rich.signMessage({ message }) };
    const { proposalId: waiting } = await first.call(desk.proposeReserve, waits, key());
    const insert = (
      said: string,
    ) => `insert into reserve_addresses (chain, address, label, message, signature, proposal_id, declared_at)
      select chain, '${rich.address}', label, message, ${said}, $1, now() from reserve_addresses`;
    const alone = insert(`'${waits.signature}'`);
    await expect(db.transact((tx) => tx.query(alone, [waiting]))).rejects.toThrow('needs two operators');
    await expect(db.transact((tx) => tx.query(insert('null'), [waiting]))).rejects.toThrow('signed_by_its_key');
    await db.query(`update proposals set status = 'approved', decided_by = $2, decided_at = now() where id = $1`, [
      waiting,
      second.id,
    ]);
    // Agreed on, but with the signature of the other one.
    await expect(db.transact((tx) => tx.query(insert('signature'), [waiting]))).rejects.toThrow('needs two operators');
    await expect(db.query('delete from reserve_addresses')).rejects.toThrow('two persons have approved');
    await look();
    expect((await states()).ether).toMatchObject({ owed: '1', held: '3', difference: '2' });

    // The list is public, shows which night can be checked, and its signature can be verified.
    const shown = await call(index.solvency, {});
    const ofAsset = (code: string) => shown.assets.find(({ asset }) => asset === code);
    expect(shown.seal).toBeNull();
    expect(ofAsset('ETH')).toMatchObject({
      asset: 'ETH',
      networks: [{ network: 'ETH', name: 'Ethereum', chain: 'ethereum', state: 'told', held: '3', height: 13 }],
      held: '3',
      owed: '1',
      sealed: null,
      ratio: '3',
    });
    expect(ofAsset('USDT')).toMatchObject({ held: null, owed: '70', ratio: null });
    expect(ofAsset('USDT')?.networks.map(({ network, state, held }) => [network, state, held])).toEqual([
      ['TRC20', 'none', null],
      ['ERC20', 'told', '70'],
    ]);
    expect(ofAsset('BTC')).toMatchObject({ held: null, owed: '0', ratio: null });
    expect(shown.reserves).toMatchObject([{ ...declared, message }]);
    for (const { address: of, ...said } of shown.reserves)
      expect(await verifyMessage({ address: of as Address, message: said.message, signature: said.signature as Hex })).toBe(
        true,
      );
    // What is on no network is a claim, and valued as far as there is a price; a night's seal says what can be checked.
    await customer('claims', '2', 'COIN');
    await quote(10_000);
    expect(await sealDay(db, clock.wall())).toBe(true);
    const again = () => call(index.solvency, {});
    expect(await again()).toEqual(shown);
    clock.advance(60_000);
    const later = await again();
    expect(later.claims).toEqual([{ asset: 'COIN', owed: '2', usdt: '200' }]);
    expect(later.seal?.liabilitiesRoot).toMatch(/^[0-9a-f]{64}$/);
    expect(later.assets.find(({ asset }) => asset === 'ETH')).toMatchObject({ owed: '1', sealed: '1' });

    // TRON's interface of the same shape has balances at its last block alone, and rejects any other.
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
    clock.advance(60_000);
    expect((await again()).assets.find(({ asset }) => asset === 'ETH')).toMatchObject({
      held: null,
      ratio: null,
      networks: [{ state: 'silent' }],
    });
    expect((await states()).ether).toEqual({ asset: 'ETH', owed: '1', held: null, difference: null });
    expect(await first.call(desk.watches, {})).toMatchObject([
      { chain: 'bitcoin', state: 'off' },
      { chain: 'ethereum', state: 'fault', height: 13 },
      ...['tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche'].map((chain) => ({ chain, state: 'off' })),
    ]);
  },
);
