import { Worker } from 'node:worker_threads';
import type { Judgement } from '@assay/domain/credentials/strength.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface Question {
  readonly id: number;
  readonly password: string;
  readonly own: readonly string[];
}

interface Asked {
  readonly worker: Worker;
  readonly answers: Map<number, PromiseWithResolvers<Judgement['refused']>>;
  /** Its tables are there. */
  readonly ready: Promise<void>;
}

/** What the thread says: that it is ready, then its answers. */
export type Said = 'ready' | { readonly id: number; readonly refused: Judgement['refused'] };

/** Beyond this its thread is ended; a judgement takes some hundredths of a second. */
const timeoutMs = 15_000;
/** A thread that has not begun by then never will. */
const beginMsMax = 60_000;

let asked: Asked | undefined;
let questions = 0;

/**
 * Refuses a new password that is too easy to guess, naming the field: 11268 for one of the commonest, else 11267. `own` is what
 * is known about its user.
 */
export async function refuseWeak(field: string, password: string, own: readonly string[]): Promise<Refusal | undefined> {
  const refused = await judge(password, own);
  return refused === null ? undefined : refuse(refused, { [field]: refused });
}

async function judge(password: string, own: readonly string[]): Promise<Judgement['refused']> {
  asked ??= begin();
  const { worker, answers, ready } = asked;
  const id = (questions += 1);
  const answer = Promise.withResolvers<Judgement['refused']>();
  answers.set(id, answer);
  worker.ref();
  worker.postMessage({ id, password, own } satisfies Question, []);
  const give = () => void worker.terminate();
  // To load its tables may take a busy machine longer than any judgement may, but not for ever.
  let timer = setTimeout(give, beginMsMax);
  try {
    await Promise.race([ready, answer.promise]);
    clearTimeout(timer);
    timer = setTimeout(give, timeoutMs);
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    answers.delete(id);
    if (answers.size === 0) worker.unref();
  }
}

function begin(): Asked {
  const worker = new Worker(new URL('./strength-worker.ts', import.meta.url));
  const answers: Asked['answers'] = new Map();
  const ready = Promise.withResolvers<void>();
  const broken = (reason: unknown) => {
    if (asked?.worker === worker) asked = undefined;
    const error = new Error('a password could not be judged', { cause: reason });
    for (const { reject } of answers.values()) reject(error);
  };
  worker.on('message', (said: Said) => {
    if (said === 'ready') ready.resolve();
    else answers.get(said.id)?.resolve(said.refused);
  });
  worker.on('error', broken).on('exit', broken);
  return { worker, answers, ready: ready.promise };
}
