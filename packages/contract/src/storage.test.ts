import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Shelf } from './storage.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => vi.resetModules());

async function shelf(): Promise<Shelf<string>> {
  return (await import('./storage.ts')).storageOf('localStorage');
}

/** A storage as browsers have it, which can be full. */
function storage(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  const disk = { full: false };
  const found = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (disk.full) throw new DOMException('', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
  vi.stubGlobal('localStorage', found);
  return { kept, disk };
}

/** Site data that is blocked: the very look at the storage throws. */
function blocked() {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('access is denied', 'SecurityError');
    },
  });
  return () => Reflect.deleteProperty(globalThis, 'localStorage');
}

const actions = async (kept: Shelf<string>) => {
  kept.set('a', '1');
  kept.set('b', '2');
  kept.set('a', '3');
  kept.set('b', null);
  const before = [kept.get('a'), kept.get('b'), kept.keys()];
  kept.clear();
  return [...before, kept.get('a'), kept.keys()];
};
const expected = ['3', null, ['a'], null, []];

describe('what a page keeps', () => {
  test('stands in the storage of the browser', async () => {
    const { kept } = storage({ a: '0' });
    const found = await shelf();
    expect([found.get('a'), found.keys()]).toEqual(['0', ['a']]);
    found.set('b', '2');
    expect([...kept]).toEqual([
      ['a', '0'],
      ['b', '2'],
    ]);
    found.clear();
    expect(await actions(found)).toEqual(expected);
    expect([...kept]).toEqual([]);
  });

  test('stands in memory where site data is blocked', async () => {
    const unblock = blocked();
    expect(await actions(await shelf())).toEqual(expected);
    unblock();
  });

  test('stands in memory where the browser has no storage', async () => {
    vi.stubGlobal('localStorage', null);
    expect(await actions(await shelf())).toEqual(expected);
  });

  test('is what was written last, although the disk is full and has what was there before', async () => {
    const { kept, disk } = storage({ account: 'real' });
    const found = await shelf();
    disk.full = true;
    found.set('account', 'demo');
    expect([found.get('account'), found.keys(), kept.get('account')]).toEqual(['demo', ['account'], 'real']);
    disk.full = false;
    found.set('account', 'demo');
    expect(kept.get('account')).toBe('demo');
  });
});
