import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import type { Queryable } from '../database.ts';
import { smtpMailer } from '../mail.ts';
import { prepareDatabase } from '../schema/prepare-database.ts';
import {
  assertHoldsAllScripts,
  assertKeepsSettings,
  assertMailGoesOut,
  assertNoSamples,
  assertWritable,
} from './surroundings.ts';

const answering = (rows: readonly object[]): Queryable => ({
  query: async <Row extends object>() => rows as Row[],
});

test('a database of another encoding is refused, one of UTF-8 is taken', async () => {
  await expect(assertHoldsAllScripts(answering([{ encoding: 'LATIN1' }]))).rejects.toThrow(
    'the database is written in LATIN1: make one with the encoding UTF8',
  );
  await assertHoldsAllScripts(await testDatabase(2));
});

describe('a pooler by transaction', () => {
  const words = 'DATABASE_URL must lead to PostgreSQL itself';

  test('that takes no settings of connections is told apart from a database that is away', async () => {
    const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
    const pooler = createServer((socket) =>
      socket.once('data', () => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(4 + refusal.length);
        socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(refusal)]));
      }),
    ).listen(0, '127.0.0.1');
    atEnd(() => pooler.close());
    await once(pooler, 'listening');
    const url = `postgres://assay@127.0.0.1:${(pooler.address() as AddressInfo).port}/assay`;
    await expect(prepareDatabase({ url, ownerUrl: undefined }, 'sandbox', silent)).rejects.toThrow(words);
  });

  test('that lets them fall is refused too, and a connection that keeps them is not', async () => {
    await expect(assertKeepsSettings(answering([{ asked: null }]))).rejects.toThrow(words);
    await assertKeepsSettings(await testDatabase(2));
  });
});

test('a database that shows sample addresses is none of a live installation', async () => {
  const db = await testDatabase(2);
  await assertNoSamples(db);
  await db.query(`select receive_key_sample('bitcoin', $1)`, [sampleReceiveKey('bitcoin', new Uint8Array(32))]);
  await expect(assertNoSamples(db)).rejects.toThrow('the database shows sample addresses of bitcoin');
});

test('a folder that takes no file is refused, and the probe leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-data-'));
  atEnd(() => rm(folder, { recursive: true }));
  await assertWritable(join(folder, 'new'));
  expect(await readdir(join(folder, 'new'))).toEqual([]);
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(assertWritable(join(file, 'below'))).rejects.toThrow('DATA_DIR is not usable');
});

test('a mail server that is not there, or does not know us, is refused', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const nowhere = smtpMailer(`smtp://127.0.0.1:${port}`, 'a@example.com');
  await expect(assertMailGoesOut(nowhere)).rejects.toThrow(/^the mail server at SMTP_URL takes no mail: .*ECONNREFUSED/);

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => (password === 'right' ? done(null, { user: 'u' }) : done(new Error('no such login'))),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(() => new Promise<void>((ended) => server.close(() => ended())));
  const at = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const mailerWith = (word: string) => smtpMailer(`smtp://u:${word}@${at}`, 'a@example.com');
  await expect(assertMailGoesOut(mailerWith('wrong'))).rejects.toThrow(/takes no mail: .*no such login/);
  await assertMailGoesOut(mailerWith('right'));
});
