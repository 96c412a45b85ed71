import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refuse } from '../platform/refusal.ts';
import { Download } from '../platform/reply.ts';
import { Exports } from './exports.ts';

/** A file that is under way until it is read or ended. */
function pending() {
  async function* lines() {
    yield 'line\r\n';
  }
  const file = new Download('lines.csv', 'text/csv', lines());
  if (!(file.content instanceof Readable)) throw new Error('lines are no stream');
  return { content: file.content, make: async () => file };
}
const ended = (content: Readable) => new Promise<void>((resolve) => content.once('close', resolve));
const tooSoon = async () => expect.unreachable();

test('one person has one file under way, and another when that has been taken, was given up or could not be made', async () => {
  const exports = new Exports();
  const first = pending();
  expect(await exports.one('7', first.make)).toBeInstanceOf(Download);
  expect(await exports.one('7', tooSoon)).toMatchObject({ code: '429', retryAfterSeconds: 5 });
  expect(await exports.one('8', pending().make)).toBeInstanceOf(Download);
  await Promise.all([ended(first.content), first.content.toArray()]);

  const second = pending();
  expect(await exports.one('7', second.make)).toBeInstanceOf(Download);
  second.content.destroy();
  await ended(second.content);

  await expect(exports.one('7', () => Promise.reject(new Error('no fonts')))).rejects.toThrow('no fonts');
  expect(await exports.one('7', async () => refuse('404'))).toMatchObject({ code: '404' });
  expect(await exports.one('7', pending().make)).toBeInstanceOf(Download);
});

test('a file that nobody takes is given up after ten minutes, and its person may have another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const exports = new Exports();
  const taken = pending();
  await exports.one('8', taken.make);
  await Promise.all([ended(taken.content), taken.content.toArray()]);
  expect(vi.getTimerCount()).toBe(0);

  const { content, make } = pending();
  const failed = new Promise((resolve) => content.once('error', resolve));
  const gone = ended(content);
  await exports.one('7', make);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(content.destroyed).toBe(false);
  expect(await exports.one('7', tooSoon)).toMatchObject({ code: '429' });
  vi.advanceTimersByTime(1);
  expect(await failed).toMatchObject({ message: 'a file was not taken in time' });
  await gone;
  expect(await exports.one('7', pending().make)).toBeInstanceOf(Download);
});
