import pg from 'pg';

/**
 * There is no connection to the database, or it was lost. Known by what was heard and never by its words: a driver changes its
 * own, and a server speaks the language of its settings.
 */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Lost while the commit was under way, which may have happened or not. After any other failure nothing was done. */
export class CommitInDoubt extends ConnectionLost {}

/**
 * Distinguishes what a server has answered, and what leaves its connection usable, from its farewell (class `08`, `57P`: it
 * ends, has crashed, or is only starting, `25P03` and `25P04`: a transaction has kept it waiting), from its refusal to write
 * (`25006`: it is a standby now, and another one takes writes), from what it says of a statement whose end it does not know
 * itself (`40003`), and from whatever the driver says, which is only that there will be no answer.
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof ConnectionLost) return error;
  const answered = error instanceof pg.DatabaseError && !/^(?:08|40003|57P|25006|25P0[34])/.test(error.code ?? '');
  return answered ? error : new ConnectionLost(error);
}
