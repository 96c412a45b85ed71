/** How messages are compressed (RFC 7692), for ws, which agrees on it with each client. */
export const deflateOptions = {
  // Ours are compressed once for all clients in the same state, over what they have all read before. A client that asks for
  // less context gets no compression.
  serverNoContextTakeover: false,
  serverMaxWindowBits: 15,
  // What clients send is short, and remembered of none: a thousand sockets cost some megabytes.
  clientNoContextTakeover: true,
  zlibInflateOptions: { chunkSize: 1024 },
};

/**
 * How far back a client may refer in a message of its own, as a power of two, where the client accepts a limit: Firefox and
 * Safari do not.
 */
const clientWindowBits = 9;

/**
 * The offers of a client, with that limit in those whose own is larger. With a limit configured, ws would refuse clients that
 * offer none.
 */
export function withinWindow(offers: string): string {
  return offers.replaceAll(
    /\bclient_max_window_bits(?:\s*=\s*"?(?:9|1[0-5])"?)?(?=\s*(?:[;,]|$))/g,
    `client_max_window_bits=${clientWindowBits}`,
  );
}
