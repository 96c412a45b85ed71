import { calls } from 'virtual:calls';
import { describe, expect, test } from 'vitest';
import { use } from '../../../test/around.tsx';
import { type Sent, wire } from '../../../test/wire.ts';
import { useMove } from './move.ts';

const path = '/order/stopU';
const first = { id: 'p1' };
const keyOf = ({ headers }: Sent) => headers.get('Idempotency-Key');
const silent = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

async function mover() {
  const network = wire();
  const { result, act } = await use(() => useMove(calls.order.stopU));
  /** Submits, and answers what the promise became. */
  const submit = async (input: { id: string }) => {
    const outcome: { value?: Promise<unknown> } = {};
    await act(() => {
      outcome.value = silent(result.current.submit(input));
    });
    return { outcome: outcome.value };
  };
  return { ...network, result, submit };
}

describe('a move', () => {
  test('sends its input once with a key, and answers what the server said', async () => {
    const { submit, next, calls: sent } = await mover();
    const { outcome } = await submit(first);
    const call = await next(path);
    expect(call.input).toEqual(first);
    expect(keyOf(call)).toMatch(/^[0-9a-f-]{36}$/);
    call.answer({ id: 'p1', status: 'closed' });
    expect(await outcome).toEqual({ id: 'p1', status: 'closed' });
    expect(sent).toHaveLength(1);
  });

  test('drops a second press while the first is under way, and is free again after it', async () => {
    const { submit, next, calls: sent } = await mover();
    const one = await submit(first);
    const two = await submit({ id: 'p2' });
    expect(await two.outcome).toBeUndefined();
    expect(sent).toHaveLength(1);
    (await next(path)).answer({});
    await one.outcome;
    await submit({ id: 'p2' });
    expect((await next(path)).input).toEqual({ id: 'p2' });
  });

  test.each([
    ['the line broke', (call: Sent) => call.lose()],
    ['the server failed', (call: Sent) => call.refuse('500', 'broken', 500)],
  ])('keeps its key where %s: sent again it has one effect', async (_, fail) => {
    const { submit, next } = await mover();
    const one = await submit(first);
    const lost = await next(path);
    fail(lost);
    expect(await one.outcome).toBeInstanceOf(Error);
    await submit(first);
    expect(keyOf(await next(path))).toBe(keyOf(lost));
  });

  test('has a new key for another input after silence', async () => {
    const { submit, next } = await mover();
    const one = await submit(first);
    const lost = await next(path);
    lost.lose();
    await one.outcome;
    await submit({ id: 'p2' });
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

  test('tells that it is under way, and what came of it', async () => {
    const { submit, next, result } = await mover();
    await submit(first);
    await expect.poll(() => result.current.isPending).toBe(true);
    (await next(path)).refuse('11004', 'The price has moved');
    await expect.poll(() => result.current.isPending).toBe(false);
    expect(result.current.error).toMatchObject({ code: '11004', message: 'The price has moved' });
  });
});
