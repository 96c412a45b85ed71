import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { picture } from '../../../test/images.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { expectSoundBooks } from '../../../test/trading.ts';
import { balances } from '../../ledger/index.ts';
import { chainRounds, serveFundsDesk } from '../index.ts';

// Coins that a signer takes out of customers' addresses, on a real Ethereum node.

const program = anvilProgram();
const ether = 10n ** 18n;

it.skipIf(program === undefined)(
  'what is taken out of customers’ addresses is recorded as moved within the house, books nothing, and what is held stays what it was',
  async () => {
    const node = await evmNode(program ?? '');
    const db = await testDatabase();
    const { clock, customer, funds } = await funding(db, { waitMs: 0 });
    const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
    const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
    const nodes: Partial<Record<Chain, string>> = { ethereum: node.url };
    const rounds = chainRounds({ ...funds, db, log: silent, nodes, restMs: 0 });
    const mine = async (blocks: number) => {
      await node.mine(blocks);
      for (const round of rounds) await round.run(new AbortController().signal);
    };
    const moved = async () => (await first.call(desk.internalMoves, {})).items;
    const solvent = async () => {
      const { networks } = await first.call(desk.solvency, {});
      return networks.flatMap(({ network, held, uncredited }) =>
        ['ETH', 'ERC20'].includes(network) ? [[network, held, uncredited]] : [],
      );
    };
    const holder = async (userName: string) => {
      const one = await customer(userName);
      const shown = await one.real(user.depositCoins, {});
      const address = shown.find(({ network }) => network === 'ERC20')?.address ?? '';
      await node.ask('anvil_impersonateAccount', [address]);
      return { ...one, address, cases: async () => (await one.real(user.listRecharge, {})).items };
    };
    await mine(1);
    const [anna, other] = [await holder('anna_swept'), await holder('other_swept')];
    const wallet = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
    const signature = await wallet.signMessage({ message: `Held for the customers of ${funds.origin}` });
    const reserve = { chain: 'ethereum', address: wallet.address, label: 'Payouts', signature, reason: 'our wallet' } as const;
    const { proposalId } = await first.call(desk.proposeReserve, reserve);
    await second.call(proposalCalls.approve, { id: proposalId });
    await node.ask('anvil_setBalance', [wallet.address, toHex(10n * ether)]);

    await node.sendToken(anna.address, 300_000_000n);
    await mine(12);
    const [{ id } = { id: '' }] = await anna.cases();
    await first.call(desk.approve, { id });
    await second.call(desk.complete, { id });
    expect(await solvent()).toEqual([
      ['ERC20', '300', '0'],
      ['ETH', '10', '0'],
    ]);
    expect(await moved()).toEqual([]);

    // Gas from the wallet, the tokens to it, and the change to another customer's address, which was never paid.
    const gas = await node.ask<string>('eth_sendTransaction', [
      { from: wallet.address, to: anna.address, value: toHex(ether) },
    ]);
    await mine(1);
    expect(await moved()).toMatchObject([
      {
        chain: 'ethereum',
        network: 'ETH',
        coin: 'ETH',
        hash: gas,
        from: [wallet.address],
        to: anna.address,
        amount: '1',
        height: 14,
      },
    ]);
    const before = await node.ask('evm_snapshot');
    const swept = await node.sendToken(wallet.address, 200_000_000n, undefined, anna.address);
    const rest = await node.sendToken(other.address, 100_000_000n, undefined, anna.address);
    await mine(1);
    const both = [
      { hash: rest, network: 'ERC20', coin: 'USDT', from: [anna.address], to: other.address, amount: '100' },
      { hash: swept, network: 'ERC20', coin: 'USDT', from: [anna.address], to: wallet.address, amount: '200' },
    ];
    expect(await moved()).toMatchObject([...both, { hash: gas }]);
    const { gasUsed, effectiveGasPrice } = await node.ask<Record<'gasUsed' | 'effectiveGasPrice', string>>(
      'eth_getTransactionReceipt',
      [swept],
    );
    const fee = (await moved())[1]?.fee;
    expect([BigInt(Math.round(Number(fee?.amount) * 1e18)), fee?.coin]).toEqual([
      BigInt(gasUsed) * BigInt(effectiveGasPrice),
      'ETH',
    ]);
    expect((await solvent())[0]).toEqual(['ERC20', '300', '0']);

    // It is in the blocks that are there now, once each.
    await node.ask('evm_revert', [before]);
    await node.ask('anvil_setBlockTimestampInterval', [7]);
    await mine(2);
    expect(await moved()).toMatchObject([{ hash: gas }]);
    expect((await solvent())[0]).toEqual(['ERC20', '300', '0']);
    const again = await node.sendToken(wallet.address, 200_000_000n, undefined, anna.address);
    await node.sendToken(other.address, 100_000_000n, undefined, anna.address);
    await mine(12);
    expect(await moved()).toMatchObject([{ to: other.address }, { hash: again, to: wallet.address }, { hash: gas }]);
    expect((await solvent())[0]).toEqual(['ERC20', '300', '0']);

    // It is no customer's deposit, even if it is reported.
    expect([(await anna.cases()).length, await other.cases()]).toEqual([1, []]);
    const claim = { coin: 'USDT', network: 'ERC20', amount: '200', hash: again, lastSix: again.slice(-6) };
    expect(await refusalOf(other.real(user.recharge, claim, { images: { proof: await picture() } }))).toBe('11044');
    const has = async (userId: string) =>
      (await balances(db, 'real', userId)).map(({ asset, available }) => [asset.code, available]);
    expect([await has(anna.userId), await has(other.userId)]).toEqual([[['USDT', 300_000_000n]], []]);
    await expectSoundBooks(db);
    await expect(
      db.query(
        `insert into chain_internal_moves (network_id, chain, hash, place, from_addresses, to_address, amount, height, block, seen_at)
         select network_id, chain, hash, place, array[address], address, amount, height, block, seen_at from chain_payments`,
      ),
    ).rejects.toThrow('either a payment or moved within the house');

    // A wallet that is sold is a stranger's from now on; what it sent before stays as it was, and a report of it stops nothing.
    const retired = await first.call(desk.proposeRetirement, { address: wallet.address, reason: 'it is sold' });
    await second.call(proposalCalls.approve, { id: retired.proposalId });
    const asToken = { coin: 'USDT', network: 'ERC20', amount: '200', hash: gas, lastSix: gas.slice(-6) };
    await anna.real(user.recharge, asToken, { images: { proof: await picture() } });
    const late = await node.sendToken(other.address, 400_000_000n);
    await mine(12);
    expect(await other.cases()).toMatchObject([{ amount: '400', hash: late }]);
    expect(await moved()).toMatchObject([{ to: other.address }, { hash: again }, { hash: gas }]);

    // A transaction of Bitcoin's kind may be paid from thousands.
    await db.query(
      `insert into chain_internal_moves (network_id, chain, hash, place, from_addresses, to_address, amount, height, block, seen_at)
       select network_id, chain, hash, 99, array(select n::text from generate_series(1, 5000) n), to_address, 1, height, block, seen_at
       from chain_internal_moves where hash = $1`,
      [gas],
    );
    const [{ from, fromCount } = { from: [], fromCount: 0 }] = await moved();
    expect([from.length, fromCount]).toEqual([20, 5000]);
  },
);
