// A small program that trades by an API key, with nothing but Node 22 or newer:
//
//   ASSAY=http://127.0.0.1:8080 KEY=ak_… SECRET=… node docs/examples/trade.ts BTCUSDT
//
// It reads the market, opens a contract on the demo account with a stop-loss 2% away, waits for the fill on the live feed, closes, and
// prints the receipt.
import { createHash, createHmac, randomUUID } from 'node:crypto';

const { ASSAY = 'http://127.0.0.1:8080', KEY = '', SECRET = '' } = process.env;
const [code = 'BTCUSDT'] = process.argv.slice(2);
const prefix = '/swx/customer';
const feedPath = '/websocket/message';

interface Order {
  readonly id: string;
  readonly status: string;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  readonly profit: string | null;
}
interface Market {
  readonly bid: string;
  readonly ask: string;
  readonly contract: { readonly lotsMin: string };
}
interface Receipt {
  readonly status: string;
  readonly steps: readonly { readonly name: string; readonly formula: string; readonly result: string }[];
}
interface Envelope<T> {
  readonly code: string;
  readonly result: T;
  readonly message?: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** How far the server's clock is ahead of ours, in milliseconds. */
let aheadMs = 0;

function sign(method: string, path: string, body = '', idempotencyKey = '') {
  const time = String(Date.now() + aheadMs);
  const hash = createHash('sha256').update(body).digest('hex');
  const text = [method, path, time, '', 'NO', idempotencyKey, '', hash].join('\n');
  return { time, signature: createHmac('sha256', SECRET).update(text).digest('base64') };
}

/** A call that is sent again under its own key until there is an answer, so that it has an effect once. */
async function call<T>(method: 'GET' | 'POST', path: string, input?: object): Promise<T> {
  const body = input === undefined ? '' : JSON.stringify(input);
  const idempotencyKey = method === 'POST' ? randomUUID() : '';
  for (let tries = 1; ; tries += 1) {
    const { time, signature } = sign(method, path, body, idempotencyKey);
    const headers = { 'Api-Key': KEY, 'Api-Time': time, 'Api-Signature': signature, virtually: 'NO' };
    const moving = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
    const response = await fetch(ASSAY + path, {
      method,
      headers: method === 'POST' ? { ...headers, ...moving } : headers,
      ...(method === 'POST' && { body }),
    });
    const answer = (await response.json()) as Envelope<T>;
    if (answer.code === '200') return answer.result;
    if (tries === 5) throw new Error(`${path}: ${answer.code} ${answer.message ?? ''}`);
    // Our clock is wrong: the refusal carries the right time.
    if (answer.code === '11381') aheadMs = Number(answer.values?.['time']) - Date.now();
    else {
      const waitSeconds = response.headers.get('Retry-After');
      if (waitSeconds === null) throw new Error(`${path}: ${answer.code} ${answer.message ?? ''}`);
      await new Promise((done) => setTimeout(done, Number(waitSeconds) * 1000));
    }
  }
}

/** The private feed: what is known of orders, kept up to date by their events, and asked for anew after a gap. */
class Orders {
  readonly #known = new Map<string, Order>();
  readonly #socket = new WebSocket(ASSAY.replace(/^http/, 'ws') + feedPath);
  readonly #ready = Promise.withResolvers<void>();
  #seq = 0;
  #changed = Promise.withResolvers<void>();

  constructor() {
    this.#socket.addEventListener('open', () => {
      const { time, signature } = sign('GET', feedPath);
      this.#socket.send(JSON.stringify({ op: 'signedAuth', key: KEY, time, virtually: 'NO', signature }));
    });
    this.#socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))));
    this.#socket.addEventListener('close', () => this.#ready.reject(new Error('the feed has closed')));
  }

  /** Resolves once nothing of what follows can be missed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  async reaches(id: string, statuses: readonly string[]): Promise<Order> {
    for (;;) {
      const order = this.#known.get(id);
      if (order !== undefined && statuses.includes(order.status)) return order;
      await this.#changed.promise;
    }
  }

  close(): void {
    this.#socket.close();
  }

  #hear(message: unknown): void {
    // Arrays are quotes.
    if (Array.isArray(message)) return;
    const { event, data, seq } = message as { event: string; data: unknown; seq?: number };
    if (event === 'error' || event === 'signedOut') return this.#ready.reject(new Error(`${event} ${JSON.stringify(data)}`));
    if (seq === undefined) return;
    const missed = event === 'authenticated' || seq !== this.#seq + 1;
    this.#seq = seq;
    if (event === 'order') this.#take([data as Order]);
    if (missed) this.#askAnew().then(this.#ready.resolve, this.#ready.reject);
  }

  async #askAnew(): Promise<void> {
    const { items } = await call<{ items: Order[] }>('GET', `${prefix}/order/listUOrder?limit=100`);
    this.#take(items);
  }

  #take(orders: readonly Order[]): void {
    for (const order of orders) this.#known.set(order.id, order);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

// Read first: a stop needs a price, and the clock is set by the first signed answer.
const { equity } = await call<{ equity: string }>('GET', `${prefix}/order/getProfitTotal`);
console.log(`equity ${equity} USDT`);
const listed = (await (await fetch(`${ASSAY}${prefix}/index/listMarketAll?q=${code}`)).json()) as Envelope<
  { code: string; id: string }[]
>;
const found = listed.result.find((item) => item.code === code);
if (found === undefined) throw new Error(`${code} is not traded here`);
const info = (await (await fetch(`${ASSAY}${prefix}/index/getMarketInfo/${found.id}`)).json()) as Envelope<Market>;
const { bid, ask, contract } = info.result;
console.log(`${code} ${bid} / ${ask}`);

const orders = new Orders();
await orders.ready;
const decimals = bid.split('.')[1]?.length ?? 0;
const placed = await call<Order>('POST', `${prefix}/order/buyU`, {
  code,
  side: 'long',
  type: 'market',
  lots: contract.lotsMin,
  leverage: 5,
  stopLoss: (Number(bid) * 0.98).toFixed(decimals),
});
const opened = await orders.reaches(placed.id, ['open']);
console.log(`opened ${opened.id} at ${opened.openPrice}`);
await call<Order>('POST', `${prefix}/order/stopU`, { id: placed.id });
const closed = await orders.reaches(placed.id, ['closedEarly', 'closed', 'liquidated']);
console.log(`closed at ${closed.closePrice}, result ${closed.profit} USDT`);
orders.close();

const receipt = await call<Receipt>('GET', `${prefix}/order/receipt/${placed.id}`);
console.log(`receipt: ${receipt.status}`);
for (const { name, formula, result } of receipt.steps) console.log(`  ${name}: ${formula} = ${result}`);
