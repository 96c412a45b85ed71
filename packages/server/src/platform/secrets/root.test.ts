import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { deriveKey, seal, unseal } from '../seal.ts';
import { openRoot, rotateSecret } from './root.ts';

const first = { secret: 'the secret of the first days of it', previousSecret: undefined };
const second = { secret: 'another secret, for all days since', previousSecret: first.secret };
const afterwards = { ...second, previousSecret: undefined };
const misfit = 'SECRET is not the one of this database: set the one that it was begun with';

test('the root is of chance, and every start opens the same', async () => {
  const db = await testDatabase(2);
  const roots = await Promise.all([openRoot(db, first), openRoot(db, first)]);
  expect(new Set([...roots, await openRoot(db, first)]).size).toBe(1);
  expect(roots[0]).not.toBe(first.secret);
  expect(await openRoot(await testDatabase(2), first)).not.toBe(roots[0]);
});

test('another secret opens nothing, and is told so', async () => {
  const db = await testDatabase(2);
  await openRoot(db, first);
  await expect(openRoot(db, afterwards)).rejects.toThrow(misfit);
  await expect(rotateSecret(db, afterwards)).rejects.toThrow(misfit);
  expect(await openRoot(db, first)).toBeDefined();
});

test('a secret is replaced in one step, and what was sealed stays open', async () => {
  const db = await testDatabase(2);
  const root = await openRoot(db, first);
  const sealed = seal(deriveKey(root, 'authenticator'), '7', Buffer.from('of before'));
  // Servers that have both secrets work before and after.
  expect(await openRoot(db, second)).toBe(root);
  expect(await rotateSecret(db, second)).toBe(true);
  expect(await openRoot(db, second)).toBe(root);
  expect(await openRoot(db, afterwards)).toBe(root);
  await expect(openRoot(db, first)).rejects.toThrow(misfit);
  expect(await rotateSecret(db, second)).toBe(false);
  expect(unseal(deriveKey(await openRoot(db, afterwards), 'authenticator'), '7', sealed).toString()).toBe('of before');
});

test('a replacement that fails leaves the secret as it was', async () => {
  const db = await testDatabase(2);
  const root = await openRoot(db, first);
  await db.query("alter table secret_root add constraint disk_full check (sealed_at < '2000-01-01') not valid");
  await expect(rotateSecret(db, second)).rejects.toThrow('disk_full');
  expect(await openRoot(db, first)).toBe(root);
});

test('what was sealed before there was a root stays open', async () => {
  const db = await testDatabase(2);
  await db.query("insert into operators (name, roles, created_at) values ('somebody', '{support}', now())");
  expect(await openRoot(db, first)).toBe(first.secret);
  expect(await rotateSecret(db, second)).toBe(true);
  expect(await openRoot(db, afterwards)).toBe(first.secret);
});

test('nothing is replaced that was never made', async () => {
  await expect(rotateSecret(await testDatabase(2), second)).rejects.toThrow('this database has no secrets yet');
});
