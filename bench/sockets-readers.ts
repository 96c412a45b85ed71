// Many readers of a live feed in one process, on plain TCP so that reading costs next to nothing: it counts what arrives.
import { once } from 'node:events';
import { connect } from 'node:net';
import { feedPath } from '@assay/contract/paths.ts';

const [port = '0', count = '0'] = process.argv.slice(2);
let bytes = 0;
let ended = 0;

async function openReader(): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET ${feedPath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await once(socket, 'data');
  socket.on('data', (chunk) => (bytes += chunk.length));
  socket.on('close', () => (ended += 1));
}

for (let reader = 0; reader < Number(count); reader += 1) await openReader();
process.on('message', () => process.send?.({ bytes, ended }));
process.send?.({ connected: true });
