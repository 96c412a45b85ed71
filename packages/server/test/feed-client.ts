import type { FeedCommand, FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { expect } from 'vitest';
import { type ClientOptions, type RawData, WebSocket } from 'ws';

/** A client that keeps what it receives in order. */
export function connectTo(url: string, options: ClientOptions, protocol?: string) {
  const socket = new WebSocket(url, protocol === undefined ? [] : [protocol], options);
  const heard: unknown[] = [];
  let waiting: (() => void) | undefined;
  const closed = new Promise<number>((done) => socket.once('close', (code) => done(code)));
  const refused = new Promise<number>((done) =>
    socket.once('unexpected-response', (_request, answer) => done(answer.statusCode ?? 0)),
  );
  socket.on('error', () => undefined);
  socket.on('message', (data: RawData) => {
    heard.push(JSON.parse((data as Buffer).toString()));
    waiting?.();
  });
  const more = () => new Promise<void>((done) => (waiting = done));
  async function next(): Promise<unknown> {
    while (heard.length === 0) await more();
    return heard.shift();
  }
  const client = {
    socket,
    closed,
    refused,
    next,
    quotes: async () => (await next()) as FeedQuote[],
    event: async () => (await next()) as FeedEvent,
    send: (command: FeedCommand) => socket.send(JSON.stringify(command)),
    /** Everything that was sent before has arrived: the answer comes behind it. */
    expectQuiet: async () => {
      client.send({ op: 'ping' });
      expect(await next()).toEqual({ event: 'pong', data: null });
    },
  };
  return client;
}
