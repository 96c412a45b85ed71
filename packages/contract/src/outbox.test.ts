import { describe, expect, test } from 'vitest';
import { ApiRefusal } from './client.ts';
import { type Intent, type IntentStore, NotSent, type Outcome, Outbox, type OutboxOptions, type Press } from './outbox.ts';

/** A server that executes each key once, and a network in front of it that loses what the test chooses. */
class FarServer {
  readonly executed: Intent[] = [];
  readonly closed = new Set<string>();
  now = 1_000_000;
  /** `request` loses it on the way there, `answer` on the way back. */
  loses: 'request' | 'answer' | null = null;
  silent = false;

  send = async (intent: Intent): Promise<string> => {
    if (this.loses === 'request') throw new TypeError('connection lost');
    const late = this.closed.has(intent.key) || this.now > intent.deadline;
    if (!this.executed.some(({ key }) => key === intent.key)) {
      if (late) throw new ApiRefusal({ code: '11152', httpStatus: 422, message: '' });
      this.executed.push(intent);
    }
    if (this.loses === 'answer') throw new TypeError('connection lost');
    return `done ${intent.summary}`;
  };

  ask = async ({ key, deadline, summary }: Intent): Promise<Outcome> => {
    if (this.silent) throw new TypeError('connection lost');
    if (this.executed.some((intent) => intent.key === key)) return { state: 'done', result: `done ${summary}` };
    if (this.now <= deadline) return { state: 'working' };
    this.closed.add(key);
    return { state: 'never' };
  };
}

/** One browser: what is written down is shared by its pages and tabs. */
function browser(server: FarServer) {
  const written = new Map<string, Intent>();
  const timers: { at: number; run: () => void }[] = [];
  let keys = 0;
  const store: IntentStore = {
    read: () => [...written.values()],
    write: (intent) => void written.set(intent.key, intent),
    erase: (key) => void written.delete(key),
  };
  const options: OutboxOptions = {
    newKey: () => `key${(keys += 1)}`,
    online: () => true,
    serverNow: async () => server.now,
    later: (milliseconds, run) => {
      const timer = { at: server.now + milliseconds, run };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer) >>> 0, 1);
    },
    ask: server.ask,
    store,
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const pass = async (milliseconds: number) => {
    await settle();
    const end = server.now + milliseconds;
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      timers.splice(timers.indexOf(due), 1);
      server.now = Math.max(server.now, due.at);
      due.run();
      await settle();
    }
    server.now = end;
    await settle();
  };
  return { page: (change: Partial<OutboxOptions> = {}) => new Outbox({ ...options, ...change }), pass, settle, store };
}

function press(server: FarServer, change: Partial<Press<string>> = {}): Press<string> {
  const what = { owner: 'ada', book: 'real', path: '/order/buyU', subject: 'BTCUSDT', summary: 'BTC' } as const;
  return { ...what, waitMs: 10_000, ago: () => 0, send: server.send, ...change };
}

const outcomeOf = (sent: Promise<unknown>) =>
  sent.then(
    (result) => result,
    (error: unknown) =>
      error instanceof NotSent ? `not sent: ${error.reason}` : error instanceof ApiRefusal ? error.code : 'other',
  );

describe('one press', () => {
  test('has one effect and one answer, and leaves nothing behind', async () => {
    const server = new FarServer();
    const { page, store } = browser(server);
    const outbox = page();
    expect(await outbox.submit(press(server))).toBe('done BTC');
    expect(server.executed).toHaveLength(1);
    expect(outbox.entries).toEqual([]);
    expect(store.read()).toEqual([]);
  });

  test('twice has one effect: the second is ignored while the first is under way', async () => {
    const server = new FarServer();
    const outbox = browser(server).page();
    const [first, second] = await Promise.all([outbox.submit(press(server)), outbox.submit(press(server))]);
    expect([first, second]).toEqual(['done BTC', undefined]);
    expect(server.executed).toHaveLength(1);
  });

  test('does not hold up another subject, account or person', async () => {
    const server = new FarServer();
    const outbox = browser(server).page();
    const others = [{}, { subject: 'ETHUSDT' }, { book: 'demo' as const }, { owner: 'bob' }];
    await Promise.all(others.map((change) => outbox.submit(press(server, change))));
    expect(server.executed).toHaveLength(4);
  });

  test('offline fails at once, and nothing is made up for later', async () => {
    const server = new FarServer();
    const { page, pass, store } = browser(server);
    const outbox = page({ online: () => false });
    expect(await outcomeOf(outbox.submit(press(server)))).toBe('not sent: offline');
    await pass(120_000);
    expect([server.executed, outbox.entries, store.read()]).toEqual([[], [], []]);
  });

  test("without the server's time nothing is sent: its deadline would be nobody's", async () => {
    const server = new FarServer();
    const outbox = browser(server).page({ serverNow: () => Promise.reject(new TypeError('connection lost')) });
    expect(await outcomeOf(outbox.submit(press(server)))).toBe('not sent: offline');
    expect(server.executed).toEqual([]);
  });

  test('has its time from the press on, and is not sent when that is over before the server has told its own', async () => {
    const server = new FarServer();
    const { page, pass } = browser(server);
    const pressedAt = server.now;
    const ago = () => server.now - pressedAt;
    const late = Promise.withResolvers<number>();
    const slow = page({ serverNow: () => late.promise });
    const [first, second] = [{}, { subject: 'ETHUSDT', waitMs: 4_000 }].map((change) =>
      outcomeOf(slow.submit(press(server, { ...change, ago }))),
    );
    await pass(4_000);
    late.resolve(server.now);
    expect([await first, await second]).toEqual(['done BTC', 'not sent: late']);
    expect(server.executed.map(({ deadline }) => deadline - pressedAt)).toEqual([10_000]);
    expect(slow.entries).toEqual([]);
  });
});

describe('silence', () => {
  test('after an order that was executed ends with its answer', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    const outbox = page();
    server.loses = 'answer';
    const sent = outcomeOf(outbox.submit(press(server)));
    await settle();
    expect(outbox.entries).toMatchObject([{ state: 'unknown', summary: 'BTC' }]);
    // Nothing new goes out meanwhile.
    expect(await outbox.submit(press(server))).toBeUndefined();
    await pass(1000);
    expect(await sent).toBe('done BTC');
    expect(server.executed).toHaveLength(1);
    expect(outbox.entries).toEqual([]);
  });

  test('after an order that never arrived ends with never, and then the next one is a new one', async () => {
    const server = new FarServer();
    const { page, pass } = browser(server);
    const outbox = page();
    server.loses = 'request';
    const sent = outcomeOf(outbox.submit(press(server)));
    await pass(10_000);
    expect(outbox.entries).toMatchObject([{ state: 'unknown' }]);
    // Nothing can arrive in time from here on, and that is said at once.
    await pass(1);
    expect(await sent).toBe('11152');
    server.loses = null;
    expect(await outbox.submit(press(server))).toBe('done BTC');
    expect(server.executed.map(({ key }) => key)).toEqual(['key2']);
  });

  test('of a server that answers nothing at all stays unknown until it answers', async () => {
    const server = new FarServer();
    const { page, pass } = browser(server);
    const outbox = page();
    server.loses = 'answer';
    server.silent = true;
    const sent = outcomeOf(outbox.submit(press(server)));
    await pass(3_600_000);
    expect(outbox.entries).toMatchObject([{ state: 'unknown' }]);
    server.silent = false;
    await pass(16_000);
    expect(await sent).toBe('done BTC');
  });

  test('is noticed as soon as the deadline has passed, although the request still hangs', async () => {
    const server = new FarServer();
    const { page, pass } = browser(server);
    const outbox = page();
    void outcomeOf(outbox.submit(press(server, { send: () => new Promise(() => undefined) })));
    await pass(10_000);
    expect(outbox.entries).toMatchObject([{ state: 'sending' }]);
    await pass(1);
    expect(outbox.entries).toEqual([]);
    expect(server.closed.size).toBe(1);
  });

  test.each([
    ['was cut off in its middle', 200],
    ['comes from something on the way', 403],
  ])('is an answer that %s: the order is not called refused', async (_, httpStatus) => {
    const server = new FarServer();
    const { page, pass } = browser(server);
    const send = async (intent: Intent) => {
      await server.send(intent);
      throw new ApiRefusal({ code: '500', httpStatus, message: '' });
    };
    const sent = outcomeOf(page().submit(press(server, { send })));
    await pass(1_000);
    expect(await sent).toBe('done BTC');
  });

  test('after pictures lets them go once more, from memory, under the same key and deadline', async () => {
    const server = new FarServer();
    const { page, pass } = browser(server);
    const outbox = page();
    server.loses = 'request';
    const intents: Intent[] = [];
    const send = (intent: Intent) => {
      intents.push(intent);
      return server.send(intent);
    };
    const sent = outbox.submit(press(server, { path: '/user/recharge', waitMs: 90_000, repeatable: true, send }));
    await pass(5_000);
    expect(outbox.entries).toMatchObject([{ state: 'unknown', repeatable: true }]);
    server.loses = null;
    await outbox.repeat('key1');
    expect(await sent).toBe('done BTC');
    expect(intents.map(({ key, deadline }) => [key, deadline])).toEqual([
      ['key1', 1_090_000],
      ['key1', 1_090_000],
    ]);
    expect([server.executed.length, outbox.entries]).toEqual([1, []]);
  });

  test.each(['401', '429', '10008'] as const)(
    'once more and refused with %s for the moment is told as what became of the first',
    async (code) => {
      const server = new FarServer();
      const { page, pass, settle } = browser(server);
      const outbox = page();
      server.loses = 'answer';
      server.silent = true;
      let tries = 0;
      const send = (intent: Intent) => {
        tries += 1;
        if (tries > 1) return Promise.reject(new ApiRefusal({ code, httpStatus: 422, message: '' }));
        return server.send(intent);
      };
      const sent = outcomeOf(outbox.submit(press(server, { waitMs: 90_000, repeatable: true, send })));
      await pass(5_000);
      await outbox.repeat('key1');
      await settle();
      expect([tries, outbox.entries]).toMatchObject([2, [{ state: 'unknown' }]]);
      server.silent = false;
      await pass(1_000);
      expect(await sent).toBe('done BTC');
      expect([server.executed.length, outbox.entries]).toEqual([1, []]);
    },
  );

  test('once more is asked about at the first deadline, and not possible for what is given up, or was sent by another page', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    const outbox = page();
    server.loses = 'request';
    let hangs = false;
    const send = (intent: Intent) => (hangs ? new Promise<string>(() => undefined) : server.send(intent));
    const sent = outcomeOf(outbox.submit(press(server, { waitMs: 90_000, repeatable: true, send })));
    await pass(60_000);
    const next = page({ later: () => () => undefined });
    next.readStore('past');
    expect(next.entries).toMatchObject([{ state: 'unknown', repeatable: false, revocable: false }]);
    hangs = true;
    void outbox.repeat('key1');
    await settle();
    expect(outbox.entries).toMatchObject([{ state: 'sending' }]);
    await pass(30_001);
    expect(await sent).toBe('11152');
    hangs = false;
    server.silent = true;
    void outcomeOf(outbox.submit(press(server, { waitMs: 90_000, repeatable: true, send })));
    await settle();
    outbox.cancel('key2');
    server.loses = null;
    await outbox.repeat('key2');
    expect([server.executed, outbox.entries]).toMatchObject([[], [{ state: 'unknown', repeatable: false, revocable: false }]]);
  });
});

describe('cancelling', () => {
  test('what has not arrived closes its key: whatever is still on its way is not executed', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    const outbox = page();
    const arrives = Promise.withResolvers<void>();
    const slow = (intent: Intent, signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
        void arrives.promise.then(() => server.send(intent)).catch(() => undefined);
      });
    const sent = outcomeOf(outbox.submit(press(server, { send: slow })));
    await settle();
    outbox.cancel('key1');
    await pass(1);
    expect(await sent).toBe('not sent: cancelled');
    arrives.resolve();
    await settle();
    expect(server.executed).toEqual([]);
  });

  test('asks at once, although the question before it has no answer yet', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    const slow = Promise.withResolvers<Outcome>();
    let asked = 0;
    const ask = (intent: Intent) => ((asked += 1) === 1 ? slow.promise : server.ask(intent));
    const outbox = page({ ask });
    server.loses = 'request';
    const sent = outcomeOf(outbox.submit(press(server)));
    await pass(500);
    outbox.cancel('key1');
    slow.resolve({ state: 'working' });
    await settle();
    await pass(1);
    expect([asked, await sent]).toEqual([2, 'not sent: cancelled']);
  });

  test('what has been executed says so', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    const outbox = page();
    const executedThenHangs = async (intent: Intent, signal: AbortSignal) => {
      await server.send(intent);
      return new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
    };
    const sent = outcomeOf(outbox.submit(press(server, { send: executedThenHangs })));
    await settle();
    outbox.cancel('key1');
    await pass(1);
    expect(await sent).toBe('done BTC');
  });
});

describe('an account that is left', () => {
  test.each([
    ['answered', 'answer'],
    ['refused', 'request'],
  ] as const)('tells by the entry alone that what was pressed there is %s', async (state, loses) => {
    const server = new FarServer();
    const { page, pass, settle, store } = browser(server);
    const outbox = page();
    server.loses = loses;
    let told = false;
    void outcomeOf(outbox.submit(press(server))).then(() => (told = true));
    await settle();
    outbox.leave();
    await pass(10_001);
    expect([outbox.entries, store.read(), told]).toMatchObject([[{ state, summary: 'BTC' }], [], false]);
  });
});

describe('what is written down', () => {
  test('is no more than what asks for the outcome', async () => {
    const server = new FarServer();
    const { page, settle, store } = browser(server);
    server.loses = 'answer';
    void outcomeOf(page().submit(press(server, { repeatable: true })));
    await settle();
    expect(store.read()).toEqual([
      { key: 'key1', owner: 'ada', book: 'real', path: '/order/buyU', subject: 'BTCUSDT', summary: 'BTC', deadline: 1_010_000 },
    ]);
  });

  test('outlives the page: the next one asks, holds back a second order, and tells what came of it', async () => {
    const server = new FarServer();
    const { page, pass, settle, store } = browser(server);
    server.loses = 'answer';
    void outcomeOf(page({ later: () => () => undefined }).submit(press(server)));
    await settle();
    const next = page();
    next.readStore('past');
    expect(next.entries).toMatchObject([{ state: 'unknown', book: 'real', summary: 'BTC' }]);
    expect(await next.submit(press(server))).toBeUndefined();
    await pass(1000);
    expect(next.entries).toMatchObject([{ state: 'answered' }]);
    expect(store.read()).toEqual([]);
    next.dismiss('key1');
    expect(next.entries).toEqual([]);
    expect(server.executed).toHaveLength(1);
  });

  test('by a tab that was killed before it could send is never executed', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    server.loses = 'request';
    void outcomeOf(page({ later: () => () => undefined }).submit(press(server)));
    await settle();
    const next = page();
    next.readStore('past');
    await pass(30_000);
    expect(next.entries).toMatchObject([{ state: 'refused', refusal: { code: '11152' } }]);
  });

  test('by another tab is that tab’s to tell, until its time is over', async () => {
    const server = new FarServer();
    const { page, pass, settle } = browser(server);
    const [one, other] = [page(), page()];
    const answers = Promise.withResolvers<string>();
    const sent = one.submit(press(server, { send: () => answers.promise }));
    await settle();
    other.readStore('tab');
    expect(other.entries).toMatchObject([{ state: 'sending' }]);
    expect(await other.submit(press(server))).toBeUndefined();
    answers.resolve('done');
    await sent;
    other.readStore('tab');
    expect(other.entries).toEqual([]);
    await pass(60_000);
    expect(server.closed.size).toBe(0);
  });

  test.each(['past', 'tab'] as const)(
    'and has no answer is told where that is read (%s), though another tab learns it first',
    async (from) => {
      const server = new FarServer();
      const { page, pass, settle } = browser(server);
      server.loses = 'answer';
      void outcomeOf(page({ later: () => () => undefined }).submit(press(server)));
      await settle();
      server.silent = true;
      const stands = page();
      stands.readStore(from);
      await pass(20_000);
      expect(stands.entries).toMatchObject([{ state: 'unknown' }]);
      server.silent = false;
      const opened = page();
      opened.readStore('past');
      await pass(600);
      expect(opened.entries).toMatchObject([{ state: 'answered' }]);
      stands.readStore('tab');
      await pass(0);
      expect(stands.entries).toMatchObject([{ state: 'answered' }]);
    },
  );

  test('goes with the session that the server has ended, which is told when something had no answer', async () => {
    const server = new FarServer();
    const { page, settle, store } = browser(server);
    const outbox = page();
    server.loses = 'answer';
    const sent = outcomeOf(outbox.submit(press(server)));
    await settle();
    expect(outbox.drop('bob')).toEqual([]);
    expect(outbox.drop('ada')).toMatchObject([{ owner: 'ada', state: 'unknown' }]);
    expect(await sent).toBe('not sent: signedOut');
    expect([outbox.entries, store.read()]).toEqual([[], []]);
  });

  test('is not sent once its session has ended while the time was still asked for', async () => {
    const server = new FarServer();
    const { page, settle, store } = browser(server);
    const told = Promise.withResolvers<number>();
    const outbox = page({ serverNow: () => told.promise });
    const sent = outcomeOf(outbox.submit(press(server)));
    outbox.drop('ada');
    told.resolve(server.now);
    expect(await sent).toBe('not sent: signedOut');
    await settle();
    expect([server.executed, store.read()]).toEqual([[], []]);
  });

  test('and can be told by nobody any more says so, and is not called never carried out', async () => {
    const server = new FarServer();
    const { page, pass, settle, store } = browser(server);
    server.loses = 'answer';
    void outcomeOf(page({ later: () => () => undefined }).submit(press(server)));
    await settle();
    const next = page({ ask: async () => ({ state: 'forgotten' }) });
    next.readStore('past');
    await pass(1000);
    expect([next.entries, store.read()]).toMatchObject([[{ state: 'forgotten', refusal: null }], []]);
    next.readStore('tab');
    expect(next.entries).toHaveLength(1);
    next.dismiss('key1');
    expect(next.entries).toEqual([]);
  });
});
