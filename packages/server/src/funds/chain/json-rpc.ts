import { z } from 'zod';

/** A node that does not answer properly, or in time. Its message is for the log. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
}

export interface RpcLimits {
  readonly timeoutMs: number;
  /** Of an answer: a transaction with thousands of outputs is smaller. */
  readonly bytesMax: number;
}

const rpcLimits: RpcLimits = { timeoutMs: 5000, bytesMax: 2 * 1024 * 1024 };

const answer = z.object({ result: z.unknown().optional(), error: z.object({ code: z.number() }).nullish() });
/** What nodes answer to a transaction that they do not know. */
const unknownTransaction = -5;

/** Asks a node by JSON-RPC, one call after the other. What it says is read by a schema, and limited in time and size. */
export class Node {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: RpcLimits;
  readonly #signal: AbortSignal | undefined;

  /**
   * A name and password within the address are sent as basic authentication, as Bitcoin nodes want them. What has been asked is
   * given up when the signal aborts.
   */
  constructor(address: string, limits: RpcLimits = rpcLimits, signal?: AbortSignal) {
    const url = new URL(address);
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    const authorization = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    this.#headers = { 'content-type': 'application/json', ...(login !== ':' && authorization) };
    url.username = '';
    url.password = '';
    this.#url = url.href;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Null where the node knows nothing by that name. */
  async ask<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T | null> {
    const said = answer.safeParse(await this.#post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
    if (!said.success) throw new NodeError(`${method}: no answer of JSON-RPC`);
    const { result, error } = said.data;
    if (error?.code === unknownTransaction) return null;
    if (error) throw new NodeError(`${method}: error ${error.code}`);
    if (result === null || result === undefined) return null;
    const read = schema.safeParse(result);
    if (!read.success) throw new NodeError(`${method}: ${z.prettifyError(read.error).slice(0, 200)}`);
    return read.data;
  }

  /** As `ask`, of what every node knows: nothing is no answer. */
  async must<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
    const answered = await this.ask(method, params, schema);
    if (answered === null) throw new NodeError(`${method}: nothing`);
    return answered;
  }

  async #post(body: string): Promise<unknown> {
    try {
      const late = AbortSignal.timeout(this.#limits.timeoutMs);
      const signal = this.#signal === undefined ? late : AbortSignal.any([late, this.#signal]);
      const response = await fetch(this.#url, { method: 'POST', headers: this.#headers, body, signal, redirect: 'error' });
      return JSON.parse(await this.#read(response));
    } catch (error) {
      if (error instanceof NodeError) throw error;
      throw new NodeError(error instanceof Error ? error.message : 'no answer');
    }
  }

  async #read(response: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      const chunk: unknown = part;
      if (!(chunk instanceof Uint8Array)) throw new NodeError('the answer is not made of bytes');
      bytes += chunk.length;
      if (bytes > this.#limits.bytesMax) throw new NodeError('the answer is too large');
      parts.push(chunk);
    }
    return Buffer.concat(parts).toString();
  }
}
