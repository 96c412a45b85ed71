// A way to a database that can fail as networks do.
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface Proxy {
  /** The address behind it, by way of it. */
  readonly url: string;
  /** From now on nothing passes, and nobody is told: as if the cable had been cut. */
  cut(): void;
  /** From now on all connections are refused, and those that there are end: as if the database had been stopped. */
  refuse(): void;
  /** Everything passes again; what was cut off before stays so. */
  mend(): void;
  close(): Promise<void>;
}

export async function proxyTo(url: string): Promise<Proxy> {
  const behind = new URL(url);
  const open = new Set<Socket>();
  let state: 'passes' | 'cut' | 'refused' = 'passes';
  const server = createServer((near) => {
    if (state === 'refused') return near.destroy();
    const far = connect(Number(behind.port), behind.hostname);
    const line = { dead: state === 'cut' };
    const join = (from: Socket, to: Socket): void => {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        // Who is cut off does not hear that the other one has gone either.
        if (!line.dead) to.destroy();
      });
      from.on('data', (bytes: Buffer) => {
        line.dead ||= state === 'cut';
        if (!line.dead) to.write(bytes);
      });
    };
    join(near, far);
    join(far, near);
    return near;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    cut: () => (state = 'cut'),
    refuse: () => {
      state = 'refused';
      for (const socket of open) socket.destroy();
    },
    mend: () => (state = 'passes'),
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
