import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { type Address, type Hex, encodeFunctionData, pad, parseAbi, toEventSelector, toFunctionSelector, toHex } from 'viem';
import { atEnd } from '../at-end.ts';

/** The node's program, as its package brings it for one kind of machine; undefined on others, where npm leaves it out. */
export function anvilProgram(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch {
    return undefined;
  }
}

/** Where the real token is: its place on the node takes the token below. */
export const usdtOnEthereum: Address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** Passes on what it is paid to the address in its data, so that no transaction is addressed to the receiver. */
const passingOn: Address = '0x00000000000000000000000000000000000000aA';

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function pay2(address a, uint256 x, address b, uint256 y)',
  'function balanceOf(address owner) view returns (uint256)',
]);

const transferred = toEventSelector('Transfer(address,address,uint256)').slice(2);
const push1 = (value: number) => `60${value.toString(16).padStart(2, '0')}`;
const push2 = (value: number) => `61${value.toString(16).padStart(4, '0')}`;
const selector = (signature: string) => `63${toFunctionSelector(signature).slice(2)}`;

/**
 * Transfers, by the receiver and the amount at this offset of the call's data, and emits the event; `fail` is where it goes
 * with too little.
 */
const move = (place: number, fail: number) => {
  const [to, amount] = [`${push1(place)}35`, `${push1(place + 32)}35`];
  // amount, own balance; less? fail; own balance := own balance - amount
  const take = `${amount}3354818110${push2(fail)}57033355`;
  const give = `${amount}${to}5401${to}55`;
  return `${take}${give}${amount}${push1(0)}52${to}337f${transferred}${push1(32)}${push1(0)}a3`;
};

/** A token written by hand: `transfer`, `balanceOf`, and `pay2`, which pays two at once. Balances lie at their owners' addresses. */
function token(): Hex {
  const choose = (signature: string, place: number) => `80${selector(signature)}14${push2(place)}57`;
  const headLength = 6 + 3 * 11 + 6;
  const fail = headLength - 6;
  const balance = `5b${push1(4)}3554${push1(0)}52${push1(32)}${push1(0)}f3`;
  const one = `5b${move(4, fail)}00`;
  const two = `5b${move(4, fail)}${move(68, fail)}00`;
  const at = { balance: headLength, one: headLength + balance.length / 2, two: headLength + (balance + one).length / 2 };
  const head = [
    `${push1(0)}35${push1(0xe0)}1c`,
    choose('transfer(address,uint256)', at.one),
    choose('balanceOf(address)', at.balance),
    choose('pay2(address,uint256,address,uint256)', at.two),
    `5b${push1(0)}80fd00`,
  ].join('');
  if (head.length / 2 !== headLength) throw new Error(`the head of the token is ${head.length / 2} bytes long`);
  return `0x${head}${balance}${one}${two}`;
}

const passOn: Hex = '0x60006000600060003460003560601c5af100';

/** Whose tokens are paid by one transaction with ether. */
const payingBoth: Address = '0x00000000000000000000000000000000000000bB';

/** Calls an address with the data that it was called with. */
const calling = (whom: Address): Hex => `0x36600060003760006000366000600073${whom.slice(2)}5af100`;

export interface EvmNode {
  readonly url: string;
  ask<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /** Blocks with what waits in them. */
  mine(blocks?: number): Promise<void>;
  /** Answers the transaction's hash; it waits for a block. */
  sendEther(to: string, wei: bigint): Promise<Hex>;
  passOnEther(to: string, wei: bigint): Promise<Hex>;
  /** Of USDT, unless another contract is named, and of the named holder. */
  sendToken(to: string, units: bigint, contract?: Address, from?: string): Promise<Hex>;
  /** Puts a token at this address, of which the sender has much. */
  placeToken(contract: Address): Promise<void>;
  sendTokens(a: string, x: bigint, b: string, y: bigint): Promise<Hex>;
  /** Both by one transaction, to an address that is made to pass its data on to the token contract. */
  sendBoth(to: string, wei: bigint, units: bigint): Promise<Hex>;
  tokensOf(address: string): Promise<bigint>;
  /** It answers nothing any more once this is done. */
  stop(): Promise<void>;
}

/**
 * A real Ethereum node on this machine that mines on command, of the main chain's number unless another is named, with a token
 * in the place of USDT.
 */
export async function evmNode(program: string, chainId = 1): Promise<EvmNode> {
  const child = spawn(
    program,
    ['--port', '0', '--chain-id', String(chainId), '--no-mining', '--accounts', '2', '--order', 'fifo'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  atEnd(() => void child.kill());
  const url = `http://${await addressOf(child)}`;
  const ask = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const said = (await answer.json()) as { result?: T; error?: { message: string } };
    if (said.error) throw new Error(`${method}: ${said.error.message}`);
    return said.result as T;
  };
  const [sender = ''] = await ask<string[]>('eth_accounts');
  const placeToken = async (contract: Address, units = 10n ** 30n) => {
    await ask('anvil_setCode', [contract, token()]);
    await ask('anvil_setStorageAt', [contract, pad(sender as Hex), pad(toHex(units))]);
  };
  await placeToken(usdtOnEthereum, 10n ** 12n);
  await ask('anvil_setCode', [passingOn, passOn]);
  const send = (to: string, value: bigint, data: Hex = '0x', from = sender) =>
    ask<Hex>('eth_sendTransaction', [{ from, to, value: toHex(value), data, gas: toHex(300_000) }]);
  return {
    url,
    ask,
    mine: async (blocks = 1) => {
      await ask('anvil_mine', [toHex(blocks)]);
    },
    sendEther: (to, wei) => send(to, wei),
    passOnEther: (to, wei) => send(passingOn, wei, pad(to as Hex, { dir: 'right' })),
    placeToken: (contract) => placeToken(contract),
    sendToken: (to, units, contract = usdtOnEthereum, from = sender) =>
      send(contract, 0n, encodeFunctionData({ abi, functionName: 'transfer', args: [to as Hex, units] }), from),
    sendTokens: (a, x, b, y) =>
      send(usdtOnEthereum, 0n, encodeFunctionData({ abi, functionName: 'pay2', args: [a as Hex, x, b as Hex, y] })),
    sendBoth: async (to, wei, units) => {
      await ask('anvil_setCode', [to, calling(payingBoth)]);
      await ask('anvil_setCode', [payingBoth, calling(usdtOnEthereum)]);
      await ask('anvil_setStorageAt', [usdtOnEthereum, pad(payingBoth), pad(toHex(10n ** 12n))]);
      return send(to, wei, encodeFunctionData({ abi, functionName: 'transfer', args: [to as Hex, units] }));
    },
    tokensOf: async (address) => {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address as Hex] });
      return BigInt(await ask<string>('eth_call', [{ to: usdtOnEthereum, data }, 'latest']));
    },
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}

/** What it says it listens on. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the node has ended: ${said}`)));
    child.once('error', reject);
  });
}
