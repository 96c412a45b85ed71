import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { smtpMailer } from './mail.ts';

interface Received {
  readonly from: string | undefined;
  readonly to: readonly string[];
  readonly source: string;
}

/** A mail server on loopback that keeps what it is sent, or refuses every recipient. */
async function listen(accepts: boolean) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(accepts ? null : new Error(`<${address}>: no such mailbox`)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? undefined : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, received };
}

test('a mail reaches its server with sender, recipient, subject and text in any script', async () => {
  const { url, received } = await listen(true);
  const mailer = smtpMailer(url, 'Assay <no-reply@assay.example>');
  await mailer.send({ to: 'reader@example.com', subject: 'رمز التسجيل في Assay', text: '请输入以下验证码\n\n123456\n' });
  mailer.close();
  expect(received).toHaveLength(1);
  const [mail] = received;
  expect([mail?.from, mail?.to]).toEqual(['no-reply@assay.example', ['reader@example.com']]);
  const encoded = /^Subject: =\?UTF-8\?B\?(.+)\?=/im.exec(mail?.source.replace(/\?=\r\n =\?UTF-8\?B\?/gi, '') ?? '')?.[1];
  expect(Buffer.from(encoded ?? '', 'base64').toString('utf8')).toBe('رمز التسجيل في Assay');
  const body = mail?.source.split('\r\n\r\n').slice(1).join('') ?? '';
  expect(Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')).toBe('请输入以下验证码\n\n123456\n');
});

test('a line break in a subject does not make a header', async () => {
  const { url, received } = await listen(true);
  const mailer = smtpMailer(url, 'no-reply@assay.example');
  await mailer.send({ to: 'reader@example.com', subject: 'hello\r\nBcc: victim@example.com', text: 'x' });
  mailer.close();
  expect(received[0]?.to).toEqual(['reader@example.com']);
  expect(received[0]?.source).not.toMatch(/^Bcc:/im);
});

test('what the server does not take is not said to be sent', async () => {
  const { url } = await listen(false);
  const mailer = smtpMailer(url, 'no-reply@assay.example');
  await expect(mailer.send({ to: 'reader@example.com', subject: 's', text: 't' })).rejects.toThrow(/no such mailbox/);
  mailer.close();
});

test('what went wrong does not tell whose mail it was', async () => {
  const { url } = await listen(false);
  const mailer = smtpMailer(url, 'no-reply@assay.example');
  const error: unknown = await mailer
    .send({ to: 'reader@example.com', subject: 's', text: 't' })
    .catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: null })).not.toContain('reader@example.com');
  mailer.close();
});

test('a server that never greets fails the mail within the limit', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'no-reply@assay.example', 50);
  await expect(mailer.send({ to: 'reader@example.com', subject: 's', text: 't' })).rejects.toThrow(/greeting|timeout/i);
  mailer.close();
  await new Promise<void>((resolve) => silent.close(() => resolve()));
});
