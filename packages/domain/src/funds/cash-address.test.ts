import { hex } from '@scure/base';
import { expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import { cashAddress, readCashAddress } from './cash-address.ts';

// From the specification of CashAddr: hashes of keys and of a script, as they are written there.
const published = [
  ['76a04053bda0a88bda5177b86a15c3b29f559873', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['cb481232299cd5743151ac4b2d63ae198e7bb0a9', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
  ['011f28e473c95f4013d7d53ec5fbc3b42df8ed10', 'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r'],
] as const;
const script = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';

it.each(published)('of %s is written as published, and read with and without the name of its chain', (hash, address) => {
  expect(cashAddress(hex.decode(hash))).toBe(address);
  const [, body = ''] = address.split(':');
  for (const text of [address, body, address.toUpperCase(), body.toUpperCase()]) expect(readCashAddress(text)).toBe(address);
});

it('of a script is one; mistyped, mixed, of another chain or of nothing is none', () => {
  expect(readCashAddress(script)).toBe(script);
  const [[, one]] = published;
  const wrong = [
    ...Array.from(
      { length: 42 },
      (_, place) => one.slice(0, 12 + place) + (one[12 + place] === 'q' ? 'p' : 'q') + one.slice(13 + place),
    ),
    one.replace('qpm2', 'QPM2'),
    one.replace('bitcoincash', 'bchtest'),
    `${one}q`,
    one.slice(0, -1),
    cashAddress(new Uint8Array(20)),
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
  ];
  for (const text of wrong) expect(readCashAddress(text)).toBeUndefined();
  expect(parseAddress('bitcoin', one)).toBeUndefined();
});

it('Litecoin and Dash take their own addresses, and none that another chain would', () => {
  const own = {
    litecoin: [
      'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
      'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez',
      'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
    ],
    dash: ['XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5'],
    bitcoin: [
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    ],
  };
  const chains = ['litecoin', 'dash', 'bitcoin'] as const;
  for (const chain of chains)
    for (const other of chains)
      expect(own[other].map((address) => parseAddress(chain, address))).toEqual(
        own[other].map((address) => (chain === other ? address : undefined)),
      );
});
