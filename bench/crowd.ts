// People who order over HTTP, in two processes of load.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { amount } from '@assay/domain/money/amount.ts';
import { openDemo } from '@assay/server/ledger/index.ts';
import type { Database } from '@assay/server/platform/database.ts';

const code = 'BTCUSDT';

/** Signed-in people with play money, written straight into the database: registering is not what is measured. */
export async function people(db: Database, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = randomBytes(32).toString('base64url');
    const invite = randomBytes(5).toString('hex').toUpperCase();
    const name = `bench_${invite}`;
    await db.transact(async (tx) => {
      const [user] = await tx.query<{ id: number }>(
        `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
         values ($1, $2, 'none', now(), 'en', $3, now()) returning id`,
        [name, `${name}@example.com`, invite],
      );
      await tx.query(
        `insert into sessions (token_hash, user_id, network, user_agent, created_at, last_used_at, expires_at)
         values ($1, $2, '127.0.0.1', 'bench', now(), now(), now() + interval '1 day')`,
        [createHash('sha256').update(token).digest(), user?.id],
      );
      return openDemo(tx, { userId: String(user?.id), amount: amount(1_000_000_000_000_000n), at: Date.now() });
    });
    tokens.push(token);
  }
  return tokens;
}

interface Load {
  /** Milliseconds of each order, shortest first. */
  readonly took: readonly number[];
  /** What the load itself has cost, in milliseconds of processor time. */
  readonly costMs: number;
}

/** What so many people, each in a loop of his own, wait for their orders. */
export async function order(origin: string, tokens: readonly string[], seconds: number): Promise<Load> {
  const shares = tokens.length === 1 ? [tokens] : [tokens.slice(0, tokens.length / 2), tokens.slice(tokens.length / 2)];
  const loads = await Promise.all(
    shares.map(async (share) => {
      const child = fork(join(import.meta.dirname, 'orders-load.ts'), [origin, code, String(seconds), ...share]);
      const told = once(child, 'message');
      // Its output may still be in flight when it has ended well.
      const ended = once(child, 'exit').then(([status]) => (status === 0 ? told : undefined));
      const first = await Promise.race([told, ended]);
      if (first === undefined) throw new Error('a process of load ended early');
      return first[0] as Load;
    }),
  );
  return {
    took: loads.flatMap(({ took }) => took).toSorted((a, b) => a - b),
    costMs: loads.reduce((total, { costMs }) => total + costMs, 0),
  };
}

export const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
