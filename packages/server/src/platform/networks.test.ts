import { expect, test } from 'vitest';
import { coarseNetworkOf, networkOf, within } from './networks.ts';

test.for([
  ['203.0.113.7', '203.0.113.7', '203.0.113.*'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:*'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2', '2001:db8:1:*'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:*'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2', '2001:db8:1:*'],
  ['1::2:3:4:5:6:7', '1:0:2:3', '1:0:2:*'],
  ['::1', '0:0:0:0', '0:0:0:*'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0:*'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0', '64:ff9b:0:*'],
  ['not an address', 'unknown', 'unknown'],
] as const)('%s counts as %s and is kept as %s', ([ip, network, coarse]) => {
  expect(networkOf(ip)).toBe(network);
  expect(coarseNetworkOf(ip)).toBe(coarse);
});

test('an address is within networks that have it, over IPv6 too, and within no others', () => {
  expect(within(['203.0.113.0/24'])('::ffff:203.0.113.9')).toBe(true);
  expect(within(['2001:db8::/32'])('2001:db8:1::5')).toBe(true);
  expect(within(['2001:db8::/32', '203.0.113.0/24'])('2001:db9::5')).toBe(false);
  expect(within(['203.0.113.7'])('203.0.113.8')).toBe(false);
  expect(within([])('203.0.113.8')).toBe(false);
});
