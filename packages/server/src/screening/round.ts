import type { Screened, ScreeningAnswer } from '@assay/contract/vocabulary/screening.ts';
import type { Round } from '../engine/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type Webhook, ask } from './ask.ts';
import type { Question, ScreeningSource } from './screening.ts';

export interface ScreeningParts {
  /** The leader's. */
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly webhook: Webhook;
  readonly sources: readonly ScreeningSource[];
}

const perRun = 20;
const firstWaitMs = 5000;
const longestWaitMs = 10 * 60_000;

/** Screens pending cases, one after the other; one without an answer is retried, at growing intervals. */
export class ScreeningRound implements Round {
  readonly name = 'screening';
  readonly #parts: ScreeningParts;

  constructor(parts: ScreeningParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock, sources } = this.#parts;
    for (const { about, questions } of sources) {
      for (const question of await questions(db, new Date(clock.wall()), perRun)) {
        if (signal.aborted) return;
        await this.#screen(about, question, signal);
      }
    }
  }

  async #screen(about: Screened, question: Question, signal: AbortSignal): Promise<void> {
    const { db, clock, log, webhook } = this.#parts;
    const now = clock.wall();
    const { caseNo, facts } = question;
    const asked =
      facts === null ? Promise.reject(new Error('nobody can read it')) : ask(webhook, now, about, { caseNo, facts }, signal);
    const answer = await asked.catch((error: unknown): null | undefined => {
      // It was not given the time to answer: that is no try.
      if (signal.aborted) return undefined;
      log.warn({ about, case: caseNo, reason: reasonOf(error) }, 'a case is not screened yet');
      return null;
    });
    if (answer === undefined) return;
    await db.transact((tx) =>
      tx.query(
        `insert into screenings (about, case_no, answer, asked_at, again_at)
         values ($1, $2, $3, $4, case when $3::text is null then $4::timestamptz + make_interval(secs => $5 / 1000.0) end)
         on conflict (about, case_no) do update set answer = excluded.answer, asked_at = excluded.asked_at, tries = screenings.tries + 1,
           again_at = case when excluded.answer is null
             then excluded.asked_at + least(make_interval(secs => $5 / 1000.0) * power(2, least(screenings.tries, 20)), make_interval(secs => $6 / 1000.0)) end
         where screenings.answer is null`,
        [about, caseNo, answer satisfies ScreeningAnswer | null, new Date(now), firstWaitMs, longestWaitMs],
      ),
    );
  }
}

/** What a program says of itself, and nothing of what it was asked. */
const reasonOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown');
