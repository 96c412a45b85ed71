import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigurationError } from '../config.ts';
import type { Queryable } from '../database.ts';
import type { SmtpMailer } from '../mail.ts';
import { askedSetting } from '../statements/connection.ts';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown reason');

/** Names and texts in every script are kept, so the database must be able to hold them. */
export async function assertHoldsAllScripts(db: Queryable): Promise<void> {
  const [found] = await db.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  if (found?.encoding !== 'UTF8')
    throw new ConfigurationError(`the database is written in ${found?.encoding}: make one with the encoding UTF8`);
}

const pooled =
  'DATABASE_URL must lead to PostgreSQL itself, or DATABASE_DIRECT_URL past what stands in between: a pooler by transaction drops what a connection sets, and locks that outlive a transaction';

/** Why a database could not be asked. */
export function unanswered(error: unknown): ConfigurationError {
  const reason = reasonOf(error);
  return new ConfigurationError(reason.includes('startup parameter') ? pooled : `the database does not answer: ${reason}`);
}

/** Limits, the role of the application and the lead belong to the connection: it must be the requested one. */
export async function assertKeepsSettings(db: Queryable): Promise<void> {
  const [found] = await db.query<{ asked: string | null }>('select current_setting($1, true) as asked', [askedSetting]);
  if (found?.asked !== 'on') throw new ConfigurationError(pooled);
}

/** A sandbox shows addresses without a private key: coins that are sent there are lost. */
export async function assertNoSamples(db: Queryable): Promise<void> {
  const samples = await db.query<{ chain: string }>('select chain from receive_keys_shown() where sample order by chain');
  if (samples.length > 0)
    throw new ConfigurationError(
      `the database shows sample addresses of ${samples.map(({ chain }) => chain).join(', ')}: it is not one of a live installation`,
    );
}

/** Pictures that can't be kept would be noticed by the first customer who sends one. */
export async function assertWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(probe, 'wx', 0o600);
    await file.close();
    await rm(probe);
  } catch (error) {
    throw new ConfigurationError(`DATA_DIR is not usable: ${reasonOf(error)}`);
  }
}

/** Without mail customers can't register, reset a password or withdraw. */
export async function assertMailGoesOut(mailer: SmtpMailer): Promise<void> {
  await mailer.verify().catch((error: unknown) => {
    throw new ConfigurationError(`the mail server at SMTP_URL takes no mail: ${reasonOf(error)}`);
  });
}

/** What live mode leans on besides its configuration; a sandbox needs none of it. */
export async function assertLiveSurroundings(config: Config, db: Queryable, mailer: SmtpMailer | undefined): Promise<void> {
  await assertNoSamples(db);
  if (config.imageBucket === undefined) await assertWritable(config.dataDir);
  if (mailer !== undefined) await assertMailGoesOut(mailer);
}
