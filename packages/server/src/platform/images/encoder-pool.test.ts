import { expect, test } from 'vitest';
import { picture } from '../../../test/images.ts';
import { EncoderPool, encoderLimits } from './encoder-pool.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
/** A thread that does this with each picture, as a hostile file might make it do. */
const thread = (work: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${work}`)}`);

test('pictures are worked on in turn, and the threads are used again', async () => {
  const pool = new EncoderPool({ ...encoderLimits, workers: 1 });
  const pictures = await Promise.all(['#100', '#200', '#300'].map(async (color) => bytesOf(await picture(color))));
  const outcomes = await Promise.all(pictures.map((bytes) => pool.encode(bytes)));
  expect(outcomes.map((outcome) => typeof outcome === 'object' && outcome.type)).toEqual(Array(3).fill('image/png'));
  await pool.close();
});

test('a caller that finds the queue full is refused', async () => {
  const pool = new EncoderPool({ ...encoderLimits, workers: 1, queueMax: 1 });
  const bytes = await bytesOf(await picture());
  const [first, second, third] = await Promise.all([pool.encode(bytes), pool.encode(bytes), pool.encode(bytes)]);
  expect([typeof first, typeof second, third]).toEqual(['object', 'object', 'busy']);
  await pool.close();
});

test('pictures of different people are worked on by turns, however many one of them has sent', async () => {
  const pool = new EncoderPool({ ...encoderLimits, workers: 1, queueMaxEach: 3 });
  const bytes = await bytesOf(await picture());
  const done: string[] = [];
  const send = async (sender: string) => {
    const outcome = await pool.encode(bytes, sender);
    done.push(outcome === 'busy' ? `${sender} turned away` : sender);
  };
  await Promise.all(['first', 'mallory', 'mallory', 'mallory', 'mallory', 'ada', 'bob'].map(send));
  expect(done).toEqual(['mallory turned away', 'first', 'mallory', 'ada', 'bob', 'mallory', 'mallory']);
  await pool.close();
});

test('a picture that never ends is ended, and the next one is worked on', async () => {
  const endless = thread("parentPort.on('message', () => { parentPort.postMessage('taken'); for (;;); });");
  const pool = new EncoderPool({ workers: 1, queueMax: 4, queueMaxEach: 4, timeoutMs: 50 }, endless);
  const bytes = await bytesOf(await picture());
  expect(await Promise.all([pool.encode(bytes), pool.encode(bytes)])).toEqual(['damaged', 'damaged']);
  await pool.close();
});

test('how long a thread takes to begin is not the picture’s time', async () => {
  const busy = `const begun = performance.now(); while (performance.now() - begun < 1500);
    parentPort.on('message', () => { parentPort.postMessage('taken'); parentPort.postMessage('damaged'); });`;
  const pool = new EncoderPool({ workers: 1, queueMax: 4, queueMaxEach: 4, timeoutMs: 1000 }, thread(busy));
  const threads = new Set<unknown>();
  const count = (worker: unknown) => threads.add(worker);
  process.on('worker', count);
  expect(await pool.encode(new Uint8Array(1))).toBe('damaged');
  expect(await pool.encode(new Uint8Array(1))).toBe('damaged');
  expect(threads.size).toBe(1);
  process.off('worker', count);
  await pool.close();
});

test('a thread that has ended while nobody needed it is not asked again', async () => {
  const once = `parentPort.on('message', () => {
    parentPort.postMessage('taken');
    parentPort.postMessage('damaged');
    setTimeout(() => process.exit(), 20);
  });`;
  const pool = new EncoderPool({ workers: 1, queueMax: 4, queueMaxEach: 4, timeoutMs: 15_000 }, thread(once));
  const ended = Promise.withResolvers<unknown>();
  process.once('worker', (worker) => worker.once('exit', ended.resolve));
  expect(await pool.encode(new Uint8Array(1))).toBe('damaged');
  await ended.promise;
  expect(await pool.encode(new Uint8Array(1))).toBe('damaged');
  await pool.close();
});

test('a picture that takes more memory than a thread has ends its thread alone', async () => {
  const greedy = thread("parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(100000).fill({})); });");
  const pool = new EncoderPool({ ...encoderLimits, workers: 1 }, greedy);
  expect(await pool.encode(await bytesOf(await picture()))).toBe('damaged');
  await pool.close();
});
