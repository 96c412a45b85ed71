import { calls } from 'virtual:calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { use } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { type Sent, wire } from '../../../test/wire.ts';
import { useMove } from './move.ts';
import { useSession } from './session.ts';

const [path, asking] = ['/order/stopU', '/order/outcome'];
const first = { id: 'p1' };
const keyOf = ({ headers }: Sent) => headers.get('Idempotency-Key');
const silent = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

beforeEach(signIn);

async function mover() {
  const network = wire();
  // What one test leaves without an answer must not hold up the next.
  const subject = crypto.randomUUID();
  const { result, act, unmount } = await use(() => useMove(calls.order.stopU, subject));
  /** Submits, and answers what the promise became. */
  const submit = async (input: { id: string }) => {
    const outcome: { value?: Promise<unknown> } = {};
    await act(() => {
      outcome.value = silent(result.current.submit(input, { summary: 'BTCUSDT · Close' }));
    });
    return { outcome: outcome.value };
  };
  return { ...network, result, submit, unmount, act };
}

describe('a move', () => {
  test('sends its input once, in the name and on the account of the press, with a key', async () => {
    const { submit, next, calls: sent } = await mover();
    const { outcome } = await submit(first);
    const call = await next(path);
    expect(call.input).toEqual(first);
    expect(keyOf(call)).toMatch(/^[0-9a-f-]{36}$/);
    expect([call.headers.get('Authorization'), call.headers.get('virtually')]).toEqual(['a token', 'NO']);
    call.answer({ id: 'p1', status: 'closed' });
    expect(await outcome).toEqual({ id: 'p1', status: 'closed' });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['an order', 10_000, calls.order.stopU.path],
    ['a slow act', 90_000, calls.user.cancelLoan.path],
  ])('of %s may arrive so long after the press, by the time of the server', async (_, waitMs, called) => {
    const { next } = wire();
    const { result, act } = await use(() => useMove({ ...calls.order.stopU, path: called }, 'one'));
    // The header with the server's time has whole seconds, and three clocks here have whole milliseconds.
    const earliest = Date.now() - 1_003 + waitMs;
    await act(() => void silent(result.current.submit(first, { summary: 'It' })));
    const sent = await next(called);
    const deadline = Number(sent.headers.get('Deadline'));
    expect(deadline).toBeGreaterThanOrEqual(earliest);
    expect(deadline).toBeLessThanOrEqual(Date.now() + waitMs);
    sent.answer({});
  });

  test('drops a second press while the first is under way, and is free again after it', async () => {
    const { submit, next, calls: sent } = await mover();
    const one = await submit(first);
    const two = await submit({ id: 'p2' });
    expect(await two.outcome).toBeUndefined();
    (await next(path)).answer({});
    await one.outcome;
    expect(sent).toHaveLength(1);
    await submit({ id: 'p2' });
    expect((await next(path)).input).toEqual({ id: 'p2' });
  });

  test.each([
    ['the line broke', (call: Sent) => call.lose()],
    ['the server failed', (call: Sent) => call.refuse('500', 'broken', 500)],
  ])('asks what became of it where %s, on the account of the press, and sends nothing again', async (_, fail) => {
    const { submit, next, calls: sent, result } = await mover();
    const one = await submit(first);
    const lost = await next(path);
    fail(lost);
    useSession.getState().setBook('real');
    const asked = await next(asking);
    expect([asked.query.get('path'), asked.query.get('key')]).toEqual([path, keyOf(lost)]);
    expect(asked.headers.get('virtually')).toBe('NO');
    useSession.getState().setBook('demo');
    await expect.poll(() => result.current.isPending).toBe(true);
    asked.answer({ state: 'done', answer: { id: 'p1' } });
    expect(await one.outcome).toEqual({ id: 'p1' });
    expect(sent.filter((call) => call.path === path)).toHaveLength(1);
    await expect.poll(() => result.current.isPending).toBe(false);
  });

  test('that was never executed says so, and the next press has a new key', async () => {
    const { submit, next } = await mover();
    const one = await submit(first);
    const lost = await next(path);
    lost.lose();
    (await next(asking)).answer({ state: 'never', answer: null });
    expect(await one.outcome).toMatchObject({ code: '11152' });
    await submit(first);
    expect(keyOf(await next(path))).not.toBe(keyOf(lost));
  });

  test.each([
    ['an answer', (call: Sent) => call.answer({})],
    ['a refusal', (call: Sent) => call.refuse('11004', 'The price has moved')],
  ])('has a new key after %s: the same again is another one', async (_, end) => {
    const { submit, next } = await mover();
    const one = await submit(first);
    const ended = await next(path);
    end(ended);
    await one.outcome;
    await submit(first);
    expect(keyOf(await next(path))).not.toBe(keyOf(ended));
  });

  test('rejects with the refusal, and tells that it is under way until then', async () => {
    const { submit, next, result } = await mover();
    const one = await submit(first);
    await expect.poll(() => result.current.isPending).toBe(true);
    (await next(path)).refuse('11004', 'The price has moved');
    expect(await one.outcome).toMatchObject({ code: '11004', message: 'The price has moved' });
    await expect.poll(() => result.current.isPending).toBe(false);
  });

  test('that is cancelled is given up, and its key closed', async () => {
    const { submit, next, result, act } = await mover();
    const one = await submit(first);
    const hanging = await next(path);
    await act(() => result.current.cancel());
    expect(hanging.ended()).toBe(true);
    const asked = await next(asking);
    expect([asked.query.get('key'), asked.query.get('deadline')]).toEqual([keyOf(hanging), '0']);
    asked.answer({ state: 'never', answer: null });
    expect(await one.outcome).toMatchObject({ name: 'NotSent', reason: 'cancelled' });
  });

  test.each([
    ['is cancelled', (cancel: () => void) => cancel()],
    ['is left for another account', () => useSession.getState().setBook('real')],
    ['is left for another session', () => useSession.setState({ token: 'a token of Bob' })],
  ])('that %s while it is found out whose it is never goes', async (_, end) => {
    const { submit, next, calls: sent, result, act } = await mover();
    // As after every load: the owner of the token is not known yet.
    useSession.setState({ toldFor: '' });
    const one = await submit(first);
    const owner = await next('/user/getUserInfo');
    await act(() => end(result.current.cancel));
    expect(await one.outcome).toMatchObject({ name: 'NotSent', reason: 'cancelled' });
    expect(owner.ended()).toBe(true);
    expect(sent.filter((call) => call.path === path)).toEqual([]);
    await expect.poll(() => result.current.isPending).toBe(false);
  });
});
