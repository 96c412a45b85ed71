// The page that arrives first: the build has drawn it for every language, layout and kind of reader; here it is filled with the
// prices of the moment, once for all who ask for the same one within a second.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import {
  type Draft,
  draftFiles,
  type DraftFilling,
  firstPageCookies,
  layoutOf,
  type Reader,
} from '@assay/contract/first-page.ts';
import { defaultLanguage, isLanguage } from '@assay/contract/vocabulary/languages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy } from '../fastify.ts';
import type { Logger } from '../log.ts';
import { accepts } from '../reply.ts';

/** What the rows of a page are filled with. */
export interface FirstPrices {
  /** In the order of the catalogue. */
  instruments(): readonly Pick<MarketItem, 'code' | 'type'>[];
  /** As the market's list has them at this moment. */
  items(codes: readonly string[]): readonly MarketItem[];
}

interface FirstPageParts {
  /** The built site. */
  readonly site: string;
  readonly prices: FirstPrices;
  readonly log: Pick<Logger, 'warn'>;
  readonly live: boolean;
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number;
}

type Variant = Pick<Draft, 'language' | 'layout' | 'reader'>;

/** A page as it was filled, and compressed for clients that accept that. */
interface Filled {
  readonly at: number;
  readonly policy: string;
  readonly html: string;
  readonly br: Promise<Buffer>;
  readonly gzip: Promise<Buffer>;
}

/** A price on the first page is no older. */
const ageMsMax = 1_000;
/** How hard a page is pressed that lives for a second. */
const quality = 5;

export class FirstPages {
  readonly #parts: FirstPageParts;
  readonly #filled = new Map<string, Promise<Filled>>();
  readonly #drafts = new Map<string, Draft>();
  #filling: DraftFilling | undefined;
  #build = 0;
  #checkedAt = -Infinity;
  #hasFailed = false;

  constructor(parts: FirstPageParts) {
    this.#parts = parts;
  }

  /** Sends the caller's first page; returns false where there is none to send, which is logged once. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      const { policy, html, ...compressed } = await this.#page(variantOf(request));
      const encoding = (['br', 'gzip'] as const).find((one) => accepts(request, one));
      const body = encoding === undefined ? Buffer.from(html) : await compressed[encoding];
      if (encoding !== undefined) void reply.header('Content-Encoding', encoding);
      void reply
        .header('Content-Security-Policy', policy)
        // Its prices are current: it is not cached.
        .header('Cache-Control', 'no-store')
        .header('Vary', 'User-Agent, Cookie, Accept-Encoding')
        .type('text/html; charset=utf-8')
        .send(body);
      return true;
    } catch (error) {
      if (!this.#hasFailed) this.#parts.log.warn({ err: error }, 'home begins empty: its first page could not be filled');
      this.#hasFailed = true;
      return false;
    }
  }

  async #page(variant: Variant): Promise<Filled> {
    const name = draftFiles.draft(variant);
    const known = this.#filled.get(name);
    if (known !== undefined && this.#parts.elapsed() - (await known).at < ageMsMax) return known;
    // Requests while it is refilled wait for the same one.
    const latest = this.#filled.get(name);
    if (latest !== undefined && latest !== known) return latest;
    const filled = this.#fill(name);
    this.#filled.set(name, filled);
    filled.catch(() => this.#filled.delete(name));
    return filled;
  }

  async #fill(name: string): Promise<Filled> {
    const at = this.#parts.elapsed();
    const filling = await this.#load();
    const draft = this.#drafts.get(name) ?? (JSON.parse(await readFile(this.#file(name), 'utf8')) as Draft);
    this.#drafts.set(name, draft);
    const { prices, live } = this.#parts;
    const html = filling.fill(draft, prices.items(filling.choose(draft, prices.instruments())));
    const compressed = {
      br: promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      gzip: promisify(gzip)(html),
    };
    return { at, html, policy: contentPolicy(live, draft.scripts, draft.styles), ...compressed };
  }

  /** A new build takes effect at once. */
  async #load(): Promise<DraftFilling> {
    const now = this.#parts.elapsed();
    if (this.#filling !== undefined && now - this.#checkedAt < ageMsMax) return this.#filling;
    const file = this.#file(draftFiles.filling);
    const { mtimeMs } = await stat(file);
    this.#checkedAt = now;
    if (this.#filling === undefined || mtimeMs !== this.#build) {
      this.#drafts.clear();
      this.#build = mtimeMs;
      this.#filling = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as DraftFilling;
    }
    return this.#filling;
  }

  #file(name: string): string {
    return join(this.#parts.site, draftFiles.folder, name);
  }
}

/** Whose page it is, by what the browser says of its device and has kept of its reader. `Accept-Language` says nothing here. */
function variantOf({ headers }: FastifyRequest): Variant {
  const cookies = new Map((headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=') as [string, string]));
  const language = cookies.get(firstPageCookies.language);
  const book = cookies.get(firstPageCookies.book);
  const reader: Reader = book === 'demo' || book === 'real' ? book : 'visitor';
  return { language: isLanguage(language) ? language : defaultLanguage, layout: layoutOf(headers['user-agent'] ?? ''), reader };
}
