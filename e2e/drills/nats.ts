// As much of a NATS server as a bus needs: subjects without wildcards, no queues, no authentication. One that is installed does
// the same; with this one drills need none.
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';

const info = { server_id: 'drill', server_name: 'drill', version: '2.10.0', proto: 1, max_payload: 8_388_608, headers: false };

export async function startNats(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const clients = new Map<Socket, Map<string, string>>();
  const server = createServer((socket) => {
    // By number of the subscription.
    const subjects = new Map<string, string>();
    clients.set(socket, subjects);
    let unread = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clients.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      for (let read = next(unread); read !== undefined; read = next(unread)) {
        unread = unread.subarray(read.length);
        obey(socket, subjects, read);
      }
    });
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
  }).listen(0, '127.0.0.1');

  function obey(socket: Socket, subjects: Map<string, string>, { words, payload }: Command): void {
    const [verb, first = '', second = ''] = words;
    if (verb === 'PING') socket.write('PONG\r\n');
    if (verb === 'SUB') subjects.set(words.at(-1) ?? '', first);
    if (verb === 'UNSUB') subjects.delete(first);
    if (verb !== 'PUB') return;
    if (second === '') throw new Error(`no size: ${words.join(' ')}`);
    for (const [client, theirs] of clients) {
      for (const [id, subject] of theirs) {
        if (subject === first)
          client.write(Buffer.concat([Buffer.from(`MSG ${first} ${id} ${payload.length}\r\n`), payload, end]));
      }
    }
  }

  await once(server, 'listening');
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of clients.keys()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Command {
  readonly words: readonly string[];
  readonly payload: Buffer;
}

const end = Buffer.from('\r\n');

/** The command at the beginning, once all of it is there. */
function next(unread: Buffer): (Command & { readonly length: number }) | undefined {
  const lineEnd = unread.indexOf(end);
  if (lineEnd < 0) return undefined;
  const words = unread.subarray(0, lineEnd).toString().split(' ');
  const start = lineEnd + end.length;
  if (words[0] !== 'PUB') return { words, payload: Buffer.alloc(0), length: start };
  const size = Number(words.at(-1));
  const length = start + size + end.length;
  return unread.length < length ? undefined : { words, payload: unread.subarray(start, start + size), length };
}
