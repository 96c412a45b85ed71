// A way to a database that can fail as networks do.
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface Proxy {
  /** The address behind it, by way of it. */
  readonly url: string;
  /** From now on nothing passes, without notice: as if the cable had been cut. */
  cut(): void;
  /** From now on all connections are refused, and those that there are end: as if the database had been stopped. */
  refuse(): void;
  /** From now on requests arrive, and no answer comes back. */
  deafen(): void;
  /** Everything passes again; what was cut off before stays so, and lines that have lost an answer end. */
  mend(): void;
  /** What was cut off ends on both sides, as when the network of a device changes, or when they have waited for long enough. */
  endCutOff(): void;
  close(): Promise<void>;
}

export async function proxyTo(url: string): Promise<Proxy> {
  const behind = new URL(url);
  const open = new Set<Socket>();
  const deaf = new Set<Socket>();
  const cutOff = new Set<Socket>();
  let state: 'passes' | 'cut' | 'refused' | 'deaf' = 'passes';
  const server = createServer((near) => {
    if (state === 'refused') return near.destroy();
    const far = connect(Number(behind.port), behind.hostname);
    const line = { dead: state === 'cut' };
    const join = (from: Socket, to: Socket): void => {
      open.add(from);
      if (line.dead) cutOff.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        deaf.delete(from);
        cutOff.delete(from);
        // A cut connection does not learn that the other end has closed either.
        if (!line.dead) to.destroy();
      });
      from.on('data', (bytes: Buffer) => {
        line.dead ||= state === 'cut';
        if (line.dead) cutOff.add(from).add(to);
        if (from === far && state === 'deaf') deaf.add(near);
        const isLost = line.dead || (from === far && deaf.has(near));
        if (!isLost) to.write(bytes);
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
    deafen: () => (state = 'deaf'),
    mend: () => {
      state = 'passes';
      for (const near of deaf) near.destroy();
    },
    endCutOff: () => {
      for (const socket of cutOff) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
