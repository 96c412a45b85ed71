// What leaves the server: the envelope, its refusals in the caller's language, and files.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip as gzipped } from 'node:zlib';
import { codeStatuses } from '@assay/contract/vocabulary/code-statuses.ts';
import { codes } from '@assay/contract/vocabulary/codes.ts';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from './refusal.ts';

const gzip = promisify(gzipped);

/** A result that is JSON already: what many callers get within a moment is written, and compressed, once for all of them. */
export class Written {
  readonly json: string;
  /** The ETag by which a client revalidates its copy; only where that is often unchanged. */
  readonly tag: string | undefined;
  #compressed: Promise<Buffer> | undefined;

  constructor(json: string, tagged?: 'tagged') {
    this.json = json;
    // Weak: compressed and plain are two ways to write the same.
    this.tag = tagged && `W/"${createHash('sha256').update(json).digest('base64url')}"`;
  }

  get body(): string {
    return `{"code":"200","result":${this.json}}`;
  }

  compressed(): Promise<Buffer> {
    return (this.#compressed ??= gzip(this.body));
  }
}

/**
 * Continues in the context of the call that began it, whatever pulls the next part: when a file is sent, its call has been
 * answered, and the caller decides where pages are read.
 */
function withinItsCall(lines: AsyncGenerator<string>): AsyncIterable<string> {
  const within = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => within(() => lines.next()),
      return: () => within(() => lines.return(undefined)),
      throw: (error: unknown) => within(() => lines.throw(error)),
    }),
  };
}

/** A file instead of a result: its bytes leave as they come, lines as they are asked for. A refusal of the same call stays in the envelope. */
export class Download {
  readonly name: string;
  readonly type: string;
  readonly content: Readable | Buffer;
  /** Shown by the browser, or saved. */
  readonly disposition: 'inline' | 'attachment';

  constructor(
    name: string,
    type: string,
    content: AsyncGenerator<string> | Readable | Buffer,
    disposition: 'inline' | 'attachment' = 'attachment',
  ) {
    this.name = name;
    this.type = type;
    this.content = content instanceof Readable || Buffer.isBuffer(content) ? content : Readable.from(withinItsCall(content));
    this.disposition = disposition;
  }
}

const messages = new Map<Language, Record<string, string>>(
  await Promise.all(
    languages.map(async (language) => {
      const texts = (await import(`@assay/contract/locales/${language}/codes.json`, { with: { type: 'json' } })) as {
        default: Record<string, string>;
      };
      return [language, texts.default] as const;
    }),
  ),
);

/** The words of a code in the caller's language; `{{coin}}` and the like are replaced by the values of the refusal. */
export function messageOf({ code, fields, values }: Refusal, language: Language): string {
  // Why an account is frozen says more than that it is.
  const said = code === '10005' || code === '10008' ? (fields['account'] ?? code) : code;
  const words = messages.get(language)?.[said] ?? codes[said];
  return words.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that was sent; empty where none was. */
    refusedWith: string;
  }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal, language: Language): FastifyReply {
  if (refusal.retryAfterSeconds !== null) reply.header('Retry-After', String(refusal.retryAfterSeconds));
  const { code, fields, values } = refusal;
  reply.refusedWith = code;
  return reply.status(codeStatuses[code]).send({
    code,
    result: null,
    message: messageOf(refusal, language),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(Object.keys(values).length > 0 && { values }),
  });
}

/** Whether the client accepts this compression; a quality of zero is a refusal. */
export function accepts(request: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  const header = request.headers['accept-encoding'];
  return typeof header === 'string' && encodings[encoding].test(header);
}

const accepted = (name: string) => new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?=[\\s,;]|$)`, 'i');
const encodings = { br: accepted('br'), gzip: accepted('gzip') } as const;

/** Sends the prepared body, or 304 to a client that has it. */
export async function sendWritten(request: FastifyRequest, reply: FastifyReply, written: Written): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8');
  if (written.tag !== undefined) {
    reply.header('ETag', written.tag).header('Vary', 'accept-encoding');
    if (request.headers['if-none-match'] === written.tag) return reply.status(304).send();
  }
  if (!accepts(request, 'gzip')) return reply.send(written.body);
  reply.header('Content-Encoding', 'gzip').header('Vary', 'accept-encoding');
  return reply.send(await written.compressed());
}

export function sendDownload(reply: FastifyReply, { name, type, content, disposition }: Download): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `${disposition}; filename="${name}"`)
    .type(type)
    .send(content);
}
