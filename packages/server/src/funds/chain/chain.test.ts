import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hexAddress } from '@assay/domain/funds/address.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { toEventSelector } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../../test/database.ts';
import type { DepositRow } from '../deposits/row.ts';
import type { Network } from '../networks.ts';
import { createChainCheck } from './check.ts';
import { transferEvent } from './transfer-event.ts';

// A node of JSON-RPC on this machine that answers what each test says.

type Answers = Record<string, unknown>;
let answers: Answers = {};
let respond: (response: ServerResponse) => void = () => undefined;
let server: Server;
let url = '';
const asked: { authorization: string | undefined; method: string; params: unknown[] }[] = [];

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => resolve(text));
  });
}

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, params } = JSON.parse(await textOf(request)) as { method: string; params: unknown[] };
  asked.push({ authorization: request.headers.authorization, method, params });
  respond(response);
  if (response.writableEnded || response.headersSent) return;
  const answer = answers[method];
  const body = answer instanceof Error ? { error: { code: Number(answer.message) } } : { result: answer ?? null };
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }));
}

beforeAll(async () => {
  server = createServer((request, response) => void answerTo(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  answers = {};
  respond = () => undefined;
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Addresses that the customer was shown before. */
const oldAddress = {
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ethereum: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
};
const tron = 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY';
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const mine = '0x000000000000000000000000000000000000dEaD';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hex = (value: number | bigint, digits = 0) => `0x${value.toString(16).padStart(digits, '0')}`;
const wordOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

interface Case {
  readonly chain: keyof typeof oldAddress;
  readonly coin: string;
  readonly token: string | null;
  readonly decimals: number;
  readonly address: string;
  readonly reported: bigint;
  readonly hash: string;
}
const usdtCase: Case = {
  chain: 'ethereum',
  coin: 'USDT',
  token,
  decimals: 6,
  address: mine,
  reported: 120_000_000n,
  hash: `0x${'ab'.repeat(32)}`,
};
const etherCase: Case = { ...usdtCase, coin: 'ETH', token: null, decimals: 18, reported: 20_000_000n };
const bitcoinCase: Case = {
  chain: 'bitcoin',
  coin: 'BTC',
  token: null,
  decimals: 8,
  address: '1BitcoinEaterAddressDontSendf59kuE',
  reported: 1_500_000n,
  hash: 'cd'.repeat(32),
};

function check(one: Case, node: string | null = url, limits = { timeoutMs: 30_000, bytesMax: 100_000 }) {
  const network: Network = {
    id: 'N',
    asset: assetOf(one.coin),
    chain: one.chain,
    name: 'N',
    token: one.token,
    tokenDecimals: one.decimals,
    deposits: true,
    depositMinimum: amount(1n),
    withdrawalMinimum: amount(1n),
    feeRate: null,
    feeMin: amount(0n),
    feeMax: null,
    confirmations: 12,
  };
  const deposit: DepositRow = {
    id: 1,
    depositNo: 'D300107-0000000000',
    userId: '1',
    coin: one.coin,
    networkId: 'N',
    chain: one.chain,
    address: one.address,
    amount: one.reported,
    hash: one.hash,
    proofId: '',
    createdAt: new Date(0),
    status: 'pendingReview',
    approvedBy: null,
  };
  return createChainCheck(node === null ? {} : { [one.chain]: node }, silent, limits)(network, deposit, [
    oldAddress[one.chain],
    one.address,
  ]);
}

const transfer = (to: string, value: bigint, contract = token) => ({
  address: contract,
  topics: [transferTopic, wordOf('0x1111111111111111111111111111111111111111'), wordOf(to)],
  data: hex(value, 64),
});
const mined = (logs: object[], status = '0x1', block = 100) => ({ status, blockNumber: hex(block), logs });

describe('a deposit of a token', () => {
  it('is found by the Transfer events of the token’s own contract to the own address, summed up', async () => {
    answers = {
      eth_getTransactionReceipt: mined([
        transfer(mine, 100_000_000n),
        transfer(mine, 20_000_000n),
        transfer('0x2222222222222222222222222222222222222222', 500_000_000n),
        // Any contract can emit such an event.
        transfer(mine, 900_000_000n, '0x3333333333333333333333333333333333333333'),
      ]),
      eth_blockNumber: hex(111),
    };
    expect(await check(usdtCase)).toEqual({
      state: 'found',
      succeeded: true,
      confirmations: 12,
      confirmed: true,
      received: '120',
      amount: 'same',
    });
    expect(asked.map(({ method, params }) => [method, params])).toEqual([
      ['eth_getTransactionReceipt', [usdtCase.hash]],
      ['eth_blockNumber', []],
    ]);
  });

  it('that went elsewhere, or was reverted, has paid nothing', async () => {
    const elsewhere = [transfer('0x2222222222222222222222222222222222222222', 120_000_000n)];
    answers = { eth_getTransactionReceipt: mined(elsewhere), eth_blockNumber: hex(200) };
    expect(await check(usdtCase)).toMatchObject({ state: 'found', received: '0', amount: 'less' });
    answers = { eth_getTransactionReceipt: mined([transfer(mine, 120_000_000n)], '0x0'), eth_blockNumber: hex(200) };
    expect(await check(usdtCase)).toMatchObject({ succeeded: false, received: '0', amount: 'less' });
  });

  it('of another amount, or with few confirmations, says so', async () => {
    answers = { eth_getTransactionReceipt: mined([transfer(mine, 119_999_999n)]), eth_blockNumber: hex(100) };
    expect(await check(usdtCase)).toMatchObject({ confirmations: 1, confirmed: false, received: '119.999999', amount: 'less' });
    answers = { eth_getTransactionReceipt: mined([transfer(mine, 120_000_001n)]), eth_blockNumber: hex(99) };
    expect(await check(usdtCase)).toMatchObject({ confirmations: 0, confirmed: false, amount: 'more' });
  });

  it('on TRON is asked for in Ethereum’s notation', async () => {
    const usdtOnTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const logs = [transfer(hexAddress(tron), 120_000_000n, hexAddress(usdtOnTron))];
    answers = { eth_getTransactionReceipt: mined(logs), eth_blockNumber: hex(500) };
    const onTron: Case = { ...usdtCase, chain: 'tron', token: usdtOnTron, address: tron, hash: 'ef'.repeat(32) };
    expect(await check(onTron)).toMatchObject({ state: 'found', received: '120', amount: 'same' });
    expect(asked[0]?.params).toEqual([`0x${'ef'.repeat(32)}`]);
  });
});

it('a deposit of ether is the value of the transaction, to the last wei', async () => {
  const value = 200_000_000_000_000_000n;
  answers = {
    eth_getTransactionReceipt: mined([]),
    eth_blockNumber: hex(300),
    eth_getTransactionByHash: { to: mine.toLowerCase(), value: hex(value) },
  };
  expect(await check(etherCase)).toMatchObject({ received: '0.2', amount: 'same' });
  answers = { ...answers, eth_getTransactionByHash: { to: mine, value: hex(value - 1n) } };
  expect(await check(etherCase)).toMatchObject({ received: '0.199999999999999999', amount: 'less' });
  answers = { ...answers, eth_getTransactionByHash: { to: null, value: hex(value) } };
  expect(await check(etherCase)).toMatchObject({ received: '0' });
});

describe('a deposit of bitcoin', () => {
  const output = (value: number, address?: string) => ({ value, n: 0, scriptPubKey: { ...(address && { address }) } });

  it('is the sum of the outputs to the own address', async () => {
    const own = bitcoinCase.address;
    answers = {
      getrawtransaction: { confirmations: 3, vout: [output(0.01, own), output(0.005, own), output(2.5, 'other'), output(1)] },
    };
    expect(await check(bitcoinCase)).toEqual({
      state: 'found',
      succeeded: true,
      confirmations: 3,
      confirmed: false,
      received: '0.015',
      amount: 'same',
    });
    expect(asked[0]).toMatchObject({ method: 'getrawtransaction', params: [bitcoinCase.hash, true] });
  });

  it('counts what went to an address that the customer was shown before', async () => {
    answers = { getrawtransaction: { vout: [output(0.01, bitcoinCase.address), output(0.005, oldAddress.bitcoin)] } };
    expect(await check(bitcoinCase)).toMatchObject({ received: '0.015', amount: 'same' });
    answers = {
      eth_getTransactionReceipt: {
        status: '0x1',
        blockNumber: '0x1',
        logs: [transfer(oldAddress.ethereum, usdtCase.reported)],
      },
      eth_blockNumber: '0x1',
    };
    expect(await check(usdtCase)).toMatchObject({ received: '120', amount: 'same' });
  });

  it('keeps every satoshi of the numbers that nodes write', async () => {
    const own = bitcoinCase.address;
    for (const [value, text] of [
      [0.1 + 0.2, '0.3'],
      [0.00000001, '0.00000001'],
      [20_999_999.9769, '20999999.9769'],
    ] as const) {
      answers = { getrawtransaction: { vout: [output(value, own)] } };
      expect(await check(bitcoinCase)).toMatchObject({ received: text, confirmations: 0 });
    }
  });

  it('asks with the name and password of the address', async () => {
    answers = { getrawtransaction: { vout: [] } };
    await check(bitcoinCase, url.replace('//', '//name:pass%20word@'));
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('name:pass word').toString('base64')}`);
  });
});

describe('a node that', () => {
  it('does not know the transaction is believed', async () => {
    expect(await check(usdtCase)).toEqual({ state: 'unknown' });
    answers = { getrawtransaction: new Error('-5') };
    expect(await check(bitcoinCase)).toEqual({ state: 'unknown' });
  });

  it.for([
    ['refuses', (response: ServerResponse) => response.end(JSON.stringify({ error: { code: -32_601 } }))],
    ['speaks no JSON', (response: ServerResponse) => response.end('<html>')],
    ['answers something else', (response: ServerResponse) => response.end('{"result":{"status":"maybe"}}')],
    ['answers without end', (response: ServerResponse) => response.end(`{"result":"${'x'.repeat(200_000)}"}`)],
    ['leads elsewhere', (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end()],
    ['hangs up', (response: ServerResponse) => response.destroy()],
  ] as const)('%s is not believed', async ([, misbehave]) => {
    respond = (response) => void misbehave(response);
    expect(await check(usdtCase)).toEqual({ state: 'unreachable' });
  });

  it('is silent is not waited for', async () => {
    respond = (response) => void response.writeHead(200);
    expect(await check(usdtCase, url, { timeoutMs: 50, bytesMax: 1000 })).toEqual({ state: 'unreachable' });
  });

  it('is not there cannot be reached, and one that is not configured is not asked', async () => {
    expect(await check(usdtCase, 'http://127.0.0.1:1')).toEqual({ state: 'unreachable' });
    expect(await check(usdtCase, null)).toEqual({ state: 'off' });
    expect(asked).toEqual([]);
  });
});

it('knows the event of a token by the hash of its signature', () => {
  expect(transferEvent).toBe(toEventSelector('Transfer(address,address,uint256)'));
});
