import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { CloseDialog } from './end-dialogs.tsx';

const sending = '/order/stopU';
/** What one test leaves without an answer must not hold up the next. */
const another = () => ({ ...position, id: crypto.randomUUID() });
const named = (name: string) => page.getByRole('button', { name });

beforeEach(signIn);

describe('closing', () => {
  test('without a live price says that any price is taken, and names none', async () => {
    const network = wire();
    const held = another();
    await draw(<CloseDialog position={held} onDone={() => undefined} />);
    await expect.element(page.getByText(/^There is no live price now/)).toBeVisible();
    await userEvent.click(named('Demo · Close at any price'));
    expect((await network.next(sending)).input).toEqual({ id: held.id });
  });
});
