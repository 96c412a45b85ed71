import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { refuse } from '../platform/refusal.ts';
import { Download } from '../platform/reply.ts';
import { Exports } from './exports.ts';

/** A file that is under way until somebody reads or ends it. */
function pending() {
  const content = Readable.from(['line\r\n']);
  return { content, make: async () => new Download('lines.csv', 'text/csv', content) };
}
const ended = (content: Readable) => new Promise<void>((resolve) => content.once('close', resolve));

test('one person has one file under way, and another when that has been taken, was given up or could not be made', async () => {
  const exports = new Exports();
  const first = pending();
  expect(await exports.one('7', first.make)).toBeInstanceOf(Download);
  const tooSoon = async () => expect.unreachable();
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
