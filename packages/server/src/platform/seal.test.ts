import { expect, test } from 'vitest';
import { deriveKey, seal, unseal } from './seal.ts';

const key = deriveKey('a secret of this test alone', 'first');
const plain = Buffer.from('twenty secret bytes!');

test('what is sealed opens again, and never looks the same twice', () => {
  const sealed = seal(key, '7', plain);
  expect(unseal(key, '7', sealed)).toEqual(plain);
  expect(sealed.includes(plain)).toBe(false);
  expect(seal(key, '7', plain).equals(sealed)).toBe(false);
});

test('another owner, another purpose, another secret or one changed bit opens nothing', () => {
  const sealed = seal(key, '7', plain);
  expect(() => unseal(key, '8', sealed)).toThrow('unable to authenticate');
  expect(() => unseal(deriveKey('a secret of this test alone', 'second'), '7', sealed)).toThrow('unable to authenticate');
  expect(() => unseal(deriveKey('another secret', 'first'), '7', sealed)).toThrow('unable to authenticate');
  for (let position = 0; position < sealed.length; position += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(sealed.readUInt8(position) ^ 1, position);
    expect(() => unseal(key, '7', changed)).toThrow('unable to authenticate');
  }
});
