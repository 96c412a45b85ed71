import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { within } from '../../platform/networks.ts';

/** Push services of the browsers that there are: Chrome and its kin, Firefox, Safari, Edge. */
const services: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

/**
 * Whether an address is one of a known push service: the device names it when registering, and this server calls it.
 * `others` are origins that the configuration names.
 */
export function isOfPushService(address: string, others: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '' || url.href !== address) return false;
  if (others.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && services.some((host) => host.test(url.hostname));
}

/** Whether an address is loopback, private or reserved. */
export const isInner = within([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]);

/** Finds addresses as usual, and none that is inner: a name may lead anywhere. */
export const outerLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const outer = found?.filter(({ address }) => !isInner(address)) ?? [];
    const [first] = outer;
    if (error !== null) callback(error, '', 4);
    else if (first === undefined) callback(new Error(`${host} leads to no public address`), '', 4);
    else if (options.all === true) callback(null, outer);
    else callback(null, first.address, first.family);
  });
};

/** How the name of a push service is found: one that the configuration names may be inner. */
export const lookupFor = (address: string, others: readonly string[]): LookupFunction =>
  others.includes(new URL(address).origin) ? lookup : outerLookup;
