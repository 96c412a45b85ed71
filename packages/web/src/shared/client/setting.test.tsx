import { NoAnswer } from '@assay/contract/client.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../../test/signed-in.ts';
import { useSession } from './session.ts';
import { setAndSee } from './setting.ts';

beforeEach(signIn);

const silence = () => Promise.reject(new NoAnswer('timeout'));
const setting = () => ({
  send: silence,
  look: vi.fn<() => Promise<string>>(async () => 'done'),
  stands: (found: string) => found === 'done',
  show: vi.fn<(found: string) => void>(),
});

test('what is found after silence is shown', async () => {
  const given = setting();
  expect(await setAndSee(given)).toBe('done');
  expect(given.show.mock.calls).toEqual([['done']]);
});

test('what somebody else has found who has signed in meanwhile is shown to nobody', async () => {
  const given = setting();
  given.look.mockImplementation(async () => {
    useSession.setState({ token: 'the token of another' });
    return 'done';
  });
  await expect(setAndSee(given)).rejects.toMatchObject({ reason: 'unseen' });
  expect(given.show).not.toHaveBeenCalled();
});

test('nobody looks any more for who has given it up', async () => {
  const given = setting();
  await expect(setAndSee({ ...given, signal: AbortSignal.abort() })).rejects.toHaveProperty('name', 'AbortError');
  expect([given.look.mock.calls, given.show.mock.calls]).toEqual([[], []]);
});
