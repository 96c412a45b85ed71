// The network as a component test needs it: every call waits until the test answers it, in its own order and time.
import { customerPrefix } from '@assay/contract/paths.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { expect, onTestFinished, vi } from 'vitest';

/** What a refusal says by name. */
type Named = Readonly<Record<string, string>>;

/** A call of the page that waits for its answer. */
export interface Sent {
  /** Without what all calls begin with. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** What was sent as JSON. */
  readonly input: unknown;
  /** What was sent with pictures. */
  readonly form: FormData | undefined;
  readonly headers: Headers;
  /** Whether the page has given it up. */
  readonly ended: () => boolean;
  answer(result: unknown): void;
  /** The server says no; a code has HTTP 200 unless said otherwise. */
  refuse(code: Code, message: string, status?: number, values?: Named, fields?: Named): void;
  /** No answer will come, and the outcome at the server is unknown. */
  lose(): void;
}

/** The request that pictures go by, over what answers everything else. */
function uploadsOver(ask: (url: string, init: RequestInit) => Promise<Response>) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    readonly #given = new AbortController();
    #to = { method: '', url: '' };
    status = 0;
    responseText = '';

    open(method: string, url: string): void {
      this.#to = { method, url };
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getResponseHeader(): null {
      return null;
    }

    abort(): void {
      this.#given.abort();
    }

    send(body: FormData): void {
      const { method, url } = this.#to;
      const sent = ask(url, { method, headers: this.#headers, body, signal: this.#given.signal });
      void this.#follow(sent).then((event) => this.dispatchEvent(new Event(event)));
    }

    async #follow(sent: Promise<Response>): Promise<string> {
      try {
        const answer = await sent;
        [this.status, this.responseText] = [answer.status, await answer.text()];
        return 'load';
      } catch {
        return this.#given.signal.aborted ? 'abort' : 'error';
      }
    }
  };
}

/** Takes the page's network for the rest of this test. */
export function wire() {
  const calls: Sent[] = [];
  const taken = new Set<Sent>();
  const ask = (url: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { pathname, searchParams } = new URL(url, location.origin);
    init.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
    calls.push({
      path: pathname.replace(customerPrefix, ''),
      query: searchParams,
      input: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      form: init.body instanceof FormData ? init.body : undefined,
      headers: new Headers(init.headers),
      ended: () => init.signal?.aborted === true,
      answer: (result) => resolve(Response.json({ code: '200', result })),
      refuse: (code, message, status = 200, values = {}, fields = {}) =>
        resolve(Response.json({ code, message, values, fields }, { status })),
      lose: () => reject(new TypeError('the line broke')),
    });
    return promise;
  };
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('XMLHttpRequest', uploadsOver(ask));
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    calls,
    /** The earliest call of a path that the page still wants answered and the test has not taken yet; waits for it. */
    async next(path: string): Promise<Sent> {
      const waiting = () => calls.find((sent) => sent.path === path && !taken.has(sent) && !sent.ended());
      await expect.poll(waiting, { message: `a call of ${path}` }).toBeDefined();
      const found = waiting();
      if (found === undefined) throw new Error(`nothing called ${path}`);
      taken.add(found);
      return found;
    },
  };
}
