// A candidate for the lead on the database that it is started with, and prints the outcome.
import pino from 'pino';
import { standForLeader } from '../../src/engine/leader.ts';
import { connectDatabase } from '../../src/platform/database.ts';
import { type Fence, Lead } from '../../src/platform/lead/lead.ts';

/** Its messages: a term begins or is over, and the outcome of an act in the newest one. */
export type ProcessMessage = { readonly began: string } | { readonly ended: string } | { readonly acted: boolean };

const log = pino({ level: 'silent' });
const db = connectDatabase({ url: process.argv[2] ?? '', poolSize: 2, log });
const tell = (told: ProcessMessage) => process.send?.(told);
let newest: Fence | undefined;

const candidacy = standForLeader({
  db,
  log,
  lead: new Lead(),
  pollMs: 50,
  serve: async (term, signal) => {
    newest = term;
    tell({ began: String(term.term) });
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    tell({ ended: String(term.term) });
  },
});

/** Acts in the term that it was in last, whatever it has received meanwhile. */
process.on('message', () => {
  const acted = db.transact(async (tx) => newest?.ensure(tx));
  acted.then(
    () => tell({ acted: true }),
    () => tell({ acted: false }),
  );
});
process.on('disconnect', () => void candidacy.stop().then(() => db.close()));
