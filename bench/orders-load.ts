// One process of load: each person opens a contract and closes it again, over and over, one request at a time. Answers how
// long each order that was acknowledged in the measured seconds took, and what this process itself has cost.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { customerPrefix } from '@assay/contract/paths.ts';

const [origin = '', code = '', seconds = '0', ...tokens] = process.argv.slice(2);
const { buyU, stopU } = customerCalls.order;
const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
const warmUntil = performance.now() + 2000;
const until = warmUntil + Number(seconds) * 1000;
/** Milliseconds of each. */
const took: number[] = [];
let costBefore = process.cpuUsage();
setTimeout(() => (costBefore = process.cpuUsage()), warmUntil - performance.now()).unref();

interface Answer {
  readonly code: string;
  readonly result: { readonly id: string } | null;
}

async function send(token: string, path: string, body: object): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const started = performance.now();
  const headers = {
    Authorization: token,
    virtually: 'NO',
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  };
  const call = request(origin + customerPrefix + path, { method: 'POST', agent, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (text += chunk));
    response.on('end', () => resolve(JSON.parse(text) as Answer));
  });
  call.on('error', reject);
  call.end(JSON.stringify(body));
  const answer = await promise;
  if (answer.code !== '200' || answer.result === null) throw new Error(`${path} was refused with ${answer.code}`);
  const now = performance.now();
  if (now >= warmUntil && now < until) took.push(now - started);
  return answer.result.id;
}

async function trade(token: string): Promise<void> {
  while (performance.now() < until) {
    const id = await send(token, buyU.path, { code, side: 'long', type: 'market', lots: '1', leverage: 10 });
    await send(token, stopU.path, { id });
  }
}

await Promise.all(tokens.map(trade));
agent.destroy();
const { user, system } = process.cpuUsage(costBefore);
process.send?.({ took, costMs: (user + system) / 1000 });
process.disconnect();
