import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of the loopback address that nobody listens on. It lies below those which the system gives to connections, and is
 * drawn: so nobody else is given it, or draws it, between now and its use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
