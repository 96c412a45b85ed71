import { createSiweMessage } from 'viem/siwe';
import { expect, test } from 'vitest';
import { signInMessage } from './sign-in-message.ts';

const asked = {
  chainId: 1,
  nonce: 'k3Jx90Qw12Ab',
  statement: 'Sign in to Assay. This signature costs nothing and moves no money.',
  domain: 'assay.example:8443',
  uri: 'https://assay.example:8443',
  issuedAt: new Date('2025-06-02T12:00:00.000Z'),
};
/** From EIP-55's own examples. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test('the message is the one that another implementation of EIP-4361 writes', () => {
  expect(signInMessage({ ...asked, address })).toBe(createSiweMessage({ ...asked, address, version: '1' }));
});

test('an address in small letters is written with its checksum, one with a wrong checksum is refused', () => {
  expect(signInMessage({ ...asked, address: address.toLowerCase() })).toContain(`\n${address}\n`);
  expect(() => signInMessage({ ...asked, address: address.replace('aAeb', 'aaeb') })).toThrow('no address');
  expect(() => signInMessage({ ...asked, address: '' })).toThrow('no address');
});
