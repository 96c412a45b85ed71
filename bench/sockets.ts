// Quotes to 2,000 sockets, 35 changes four times a second: processor time of the server, beside bare ws.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Measurement, whole } from './measurement.ts';

const readers = 2000;
const seconds = 8;

interface Usage {
  readonly cpuSecondsPerGigabyte: number;
  readonly cpuShare: number;
  readonly megabytesPerSecond: number;
}

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}

async function asked<T>(child: ChildProcess): Promise<T> {
  child.send('now');
  return told<T>(child);
}

async function run(kind: 'bare' | 'product'): Promise<Usage> {
  const script = (name: string): string => join(import.meta.dirname, name);
  const server = fork(script('sockets-server.ts'), [kind]);
  const { port } = await told<{ port: number }>(server);
  const halves = [0, 1].map(() => fork(script('sockets-readers.ts'), [String(port), String(readers / 2)]));
  try {
    await Promise.all(halves.map(told));
    await delay(1000);
    const bytes = async (): Promise<{ bytes: number; ended: number }[]> =>
      Promise.all(halves.map((half) => asked<{ bytes: number; ended: number }>(half)));
    const cpuBefore = (await asked<{ cpu: NodeJS.CpuUsage }>(server)).cpu;
    const before = await bytes();
    await delay(seconds * 1000);
    const cpuAfter = (await asked<{ cpu: NodeJS.CpuUsage }>(server)).cpu;
    const after = await bytes();
    if (after.some(({ ended }) => ended > 0)) throw new Error(`${kind}: sockets were closed during the measurement`);
    const sum = (all: readonly { bytes: number }[]): number => all.reduce((total, one) => total + one.bytes, 0);
    const received = sum(after) - sum(before);
    const cpuSeconds = (cpuAfter.user + cpuAfter.system - cpuBefore.user - cpuBefore.system) / 1e6;
    return {
      cpuSecondsPerGigabyte: cpuSeconds / (received / 1e9),
      cpuShare: cpuSeconds / seconds,
      megabytesPerSecond: received / 1e6 / seconds,
    };
  } finally {
    for (const child of [...halves, server]) child.kill('SIGKILL');
  }
}

export async function measure(): Promise<Measurement[]> {
  const bare = await run('bare');
  const product = await run('product');
  const words = ({ cpuShare, megabytesPerSecond }: Usage): string =>
    `${whole(cpuShare * 100)}% of a core for ${whole(megabytesPerSecond)} MB/s`;
  return [
    {
      figure: `sockets: 35 changes four times a second to ${whole(readers)} clients, per byte delivered`,
      ours: words(product),
      reference: `${words(bare)} by bare ws`,
      ratio: bare.cpuSecondsPerGigabyte / product.cpuSecondsPerGigabyte,
      aim: 0.9,
    },
  ];
}
