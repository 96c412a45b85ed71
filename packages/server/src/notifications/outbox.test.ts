import fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { outboxMailer } from '../platform/mail.ts';
import { outboxJob, serveOutbox } from './index.ts';

const db = await testDatabase();
const app = fastify();
await serveOutbox(app, db);
const mailer = outboxMailer(db);
const page = () => app.inject('/sandbox/outbox');
const list = async (query = '') =>
  (await app.inject(`/sandbox/outbox.json${query}`)).json<{ mails: { to: string; subject: string; text: string }[] }>().mails;

beforeEach(() => db.query('delete from outbox'));

test('an empty outbox says so', async () => {
  expect((await page()).body).toContain('No mail yet.');
});

test('mails are text: what looks like markup in them is shown, never run', async () => {
  const evil = `</p><script>alert("1")</script><img src=x onerror='alert(1)'>&amp;`;
  await mailer.send({ to: `"${evil}"@example.com`, subject: evil, text: `${evil}\n\n123456\n` });
  const { body, headers } = await page();
  expect(body).not.toMatch(/<script|<img|onerror='/);
  expect(body.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')).toHaveLength(4);
  expect(body).toContain('&amp;amp;');
  expect(body).toContain('<mark>123456</mark>');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(body).not.toMatch(/<style|style=|<script/);
});

test('the page brings its own style', async () => {
  const style = await app.inject('/sandbox/outbox.css');
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect((await page()).body).toContain('href="/sandbox/outbox.css"');
});

test('scripts read the mails of one address, newest first, fifty at most', async () => {
  for (let count = 1; count <= 51; count += 1)
    await mailer.send({ to: 'Reader@example.com', subject: `mail ${count}`, text: '' });
  await mailer.send({ to: 'other@example.com', subject: 'not for the reader', text: '' });
  const mails = await list('?to=reader@EXAMPLE.com');
  expect(mails).toHaveLength(50);
  expect(mails[0]).toMatchObject({ to: 'Reader@example.com', subject: 'mail 51' });
  expect((await list())[0]).toMatchObject({ subject: 'not for the reader' });
  expect((await app.inject('/sandbox/outbox.json?to=%00')).statusCode).toBe(400);
  expect((await app.inject('/sandbox/outbox.json?to=a&to=b')).statusCode).toBe(400);
});

test('mails of more than seven days leave the outbox', async () => {
  for (const subject of ['old', 'young']) await mailer.send({ to: 'reader@example.com', subject, text: '' });
  await db.query("update outbox set created_at = now() - interval '7 days 1 second' where subject = 'old'");
  await outboxJob(db).run();
  expect((await list()).map(({ subject }) => subject)).toEqual(['young']);
});

test('others than this machine are shown no mail', async () => {
  for (const url of ['/sandbox/outbox', '/sandbox/outbox.json']) {
    for (const remoteAddress of ['192.0.2.7', '10.0.0.3', '::ffff:192.0.2.7', '2001:db8::1'])
      expect((await app.inject({ url, remoteAddress })).statusCode).toBe(404);
    for (const remoteAddress of ['127.0.0.1', '::ffff:127.0.0.1', '::1'])
      expect((await app.inject({ url, remoteAddress })).statusCode).toBe(200);
    // Nor whom a proxy here speaks for, and no page of a site whose name has come to point here.
    for (const headers of [
      { 'x-forwarded-for': '192.0.2.7' },
      { forwarded: 'for=127.0.0.1' },
      { host: 'evil.example' },
      { host: 'evil.example:8080' },
      { host: '127.0.0.1.evil.example' },
      { host: 'localhost.evil.example:8080' },
    ])
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
    for (const host of ['127.0.0.1:8080', 'localhost:8080', 'localhost', '[::1]:8080'])
      expect((await app.inject({ url, headers: { host } })).statusCode).toBe(200);
  }
});
