import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../at-end.ts';

type Answer = (...params: never[]) => unknown;

/** A node of JSON-RPC on this machine that answers from what was written down. */
export async function nodeOfRecords(answers: Readonly<Record<string, Answer>>) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, params } = JSON.parse(await textOf(request)) as { method: string; params: never[] };
    const result = (await answers[method]?.(...params)) ?? null;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => resolve(text));
  });
}
