import { parentPort } from 'node:worker_threads';
import { reencode } from './reencode.ts';

// Runs in a thread of its own: what hangs or grows there is thrown away with the thread.
parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes));

async function answer(bytes: Uint8Array): Promise<void> {
  parentPort?.postMessage('taken', []);
  const outcome = await reencode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  parentPort?.postMessage(outcome, []);
}
