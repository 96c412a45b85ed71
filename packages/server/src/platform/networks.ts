import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The key of an address when attempts are counted: an IPv4 address itself, and the first 64 bits of an IPv6 address, since one
 * customer usually has them all.
 */
export function networkOf(ip: string): string {
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  // What follows the gap lies in the last 64 bits, unless the gap is short.
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: gap }, () => '0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Whether an address, or the name `localhost`, is of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || networkOf(host).startsWith('127.') || host === '::1';
}

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Whether the request comes from this machine, by its own name, and for no other client: neither from a proxy that says for
 * whom, nor a page that has its site's name point here. A proxy that says nothing and asks by that name looks like this
 * machine: what matters more than play money must not go by this alone.
 */
export function isAskedHere({ headers, socket }: Asked): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers['forwarded'];
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
  return forwarded === undefined && isLoopback(socket.remoteAddress ?? '') && isLoopback(name.replace(/^\[|\]$/g, ''));
}

/** Enough of an address for its owner to recognise a session by, without storing where the user lives. */
export function coarseNetworkOf(ip: string): string {
  return networkOf(ip).replace(/(?<=[.:])[^.:]+$/, '*');
}

/** Whether an address is one of these, or in one of these networks. */
export function within(networks: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (ip) => {
    // An IPv4 address that came in over IPv6 is that IPv4 address.
    const plain = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
