// One process of load: each person opens a contract and closes it again, over and over, one request at a time. Answers how
// long each order that was acknowledged in the measured seconds took, and what this process itself has cost. It writes its
// requests by hand: the load shares the processor with what it measures, as pgbench does, and is to cost as little.
import { randomUUID } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { customerPrefix } from '@assay/contract/paths.ts';

const [origin = '', code = '', seconds = '0', ...tokens] = process.argv.slice(2);
const { buyU, stopU } = customerCalls.order;
const { hostname, port, host } = new URL(origin);
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

/** A kept connection: one request at a time, answers with a content length. */
class Connection {
  readonly #socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  #received = '';
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor() {
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#reject(error));
    this.#socket.on('close', () => this.#reject(new Error('the server has hung up')));
  }

  post(token: string, path: string, body: object): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#resolve = resolve;
    this.#reject = reject;
    const text = JSON.stringify(body);
    this.#socket.write(
      `POST ${customerPrefix}${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${token}\r\nvirtually: NO\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    return promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1];
    if (length === undefined) return this.#reject(new Error('an answer does not tell its length'));
    const end = head + 4 + Number(length);
    if (this.#received.length < end) return;
    const answer = JSON.parse(this.#received.slice(head + 4, end)) as Answer;
    this.#received = this.#received.slice(end);
    this.#resolve(answer);
  }
}

async function send(connection: Connection, token: string, path: string, body: object): Promise<string> {
  const started = performance.now();
  const answer = await connection.post(token, path, body);
  if (answer.code !== '200' || answer.result === null) throw new Error(`${path} was refused with ${answer.code}`);
  const now = performance.now();
  if (now >= warmUntil && now < until) took.push(now - started);
  return answer.result.id;
}

async function trade(token: string): Promise<void> {
  const connection = new Connection();
  while (performance.now() < until) {
    const id = await send(connection, token, buyU.path, { code, side: 'long', type: 'market', lots: '1', leverage: 10 });
    await send(connection, token, stopU.path, { id });
  }
  connection.close();
}

await Promise.all(tokens.map(trade));
const { user, system } = process.cpuUsage(costBefore);
// A socket closed at once may lose what is still in flight.
process.send?.({ took, costMs: (user + system) / 1000 }, () => process.disconnect());
