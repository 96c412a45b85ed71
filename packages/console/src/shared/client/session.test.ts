import { afterAll, expect, test, vi } from 'vitest';

// Two tabs of one browser: the other is notified of what one writes.

interface Heard {
  readonly key: string | null;
}
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
let hear: (event: Heard) => void = () => undefined;
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('addEventListener', (_: string, listener: typeof hear) => (hear = listener));
afterAll(() => vi.unstubAllGlobals());
vi.resetModules();
const { clearSession, readSession, writeSession } = await import('./session.ts');
const { queryClient } = await import('./queries.ts');

const ann = { operator: { id: '1', name: 'ann', roles: ['reviewer'] } } as const;
const ben = { operator: { id: '2', name: 'ben', roles: ['support'] } } as const;
const picture = ['image', '7'];
const look = () => queryClient.setQueryData(picture, 'of a passport');
/** Another tab has done so. */
function elsewhere(session: typeof ann | typeof ben | null): void {
  if (session === null) kept.delete('operator');
  else kept.set('operator', JSON.stringify(session));
  hear({ key: 'operator' });
}

test('what one operator has read is gone when another is signed in, here or in another tab', () => {
  writeSession(ann);
  for (const leave of [() => elsewhere(ben), () => elsewhere(null), () => writeSession(ben), clearSession]) {
    writeSession(ann);
    look();
    leave();
    expect(readSession()?.operator.id).not.toBe('1');
    expect(queryClient.getQueryData(picture)).toBeUndefined();
  }
});

test('it stays while the same one is', () => {
  writeSession(ann);
  look();
  elsewhere(ann);
  writeSession({ operator: { ...ann.operator, roles: ['reviewer', 'support'] } });
  expect(queryClient.getQueryData(picture)).toBe('of a passport');
});
