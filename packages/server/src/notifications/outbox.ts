import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { isAskedHere } from '../platform/networks.ts';

const shownMax = 50;
const keptDays = 7;

interface StoredMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly created_at: Date;
}

const filter = z.strictObject({
  to: z
    .string()
    .max(254)
    .regex(/^[^\p{Cc}]*$/u)
    .optional(),
});

/**
 * The mails of a sandbox, which are never sent: a page for people at `/sandbox/outbox`, and `/sandbox/outbox.json?to=` for
 * scripts, both newest first. Mails carry codes, so a live deployment must never register this, and a sandbox that others reach
 * shows them on its own machine alone.
 */
export async function serveOutbox(app: FastifyInstance, db: Queryable): Promise<void> {
  const style = await readFile(new URL('outbox.css', import.meta.url), 'utf8');

  app.get('/sandbox/outbox', async (request, reply) => {
    if (!isAskedHere(request)) return reply.callNotFound();
    reply.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(page(await newest(db)));
  });
  app.get('/sandbox/outbox.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/sandbox/outbox.json', async (request, reply) => {
    if (!isAskedHere(request)) return reply.callNotFound();
    const query = filter.safeParse(request.query);
    if (!query.success) return reply.status(400).send({ mails: [] });
    const mails = (await newest(db, query.data.to)).map(({ id, recipient, subject, body, created_at: at }) => ({
      id: String(id),
      to: recipient,
      subject,
      text: body,
      time: at.toISOString(),
    }));
    return reply.header('Cache-Control', 'no-store').send({ mails });
  });
}

export function outboxJob(db: Queryable): Job {
  return {
    name: 'notifications.purgeOutbox',
    cron: '41 * * * *',
    run: async () => {
      await db.query('delete from outbox where created_at < clock_timestamp() - make_interval(days => $1)', [keptDays]);
    },
  };
}

function newest(db: Queryable, to?: string): Promise<StoredMail[]> {
  return db.query<StoredMail>(
    `select id, recipient, subject, body, created_at from outbox
     where $1::text is null or lower(recipient) = lower($1) order by id desc limit $2`,
    [to ?? null, shownMax],
  );
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

function page(mails: readonly StoredMail[]): string {
  const list = mails.length === 0 ? '<p class="empty">No mail yet.</p>' : mails.map(article).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Outbox · Assay sandbox</title>
<link rel="stylesheet" href="/sandbox/outbox.css">
</head>
<body>
<main>
<header>
<h1>Outbox</h1>
<p>This is a sandbox: mails are not sent, they stay here. <a href="/sandbox/outbox">Look again</a></p>
</header>
${list}
</main>
</body>
</html>
`;
}

/** Mails come in any language, hence `dir="auto"`; a line that is a code alone is set large. */
function article({ recipient, subject, body, created_at: at }: StoredMail): string {
  const text = escape(body.trim()).replace(/^\d{6}$/gm, '<mark>$&</mark>');
  return `<article>
<h2 dir="auto">${escape(subject)}</h2>
<p class="to"><span>${escape(recipient)}</span><time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
<p class="body" dir="auto">${text}</p>
</article>
`;
}
