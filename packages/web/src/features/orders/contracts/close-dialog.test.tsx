import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { CloseDialog } from './close-dialog.tsx';

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

  test('a part shows what it brings and costs and what stays, and sends its lots', async () => {
    const network = wire();
    const held = {
      ...another(),
      lots: '0.04',
      handCount: '0.04',
      marginUsed: '388.5',
      instrumentId: `part-${crypto.randomUUID()}`,
    };
    await draw(<CloseDialog position={held} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    await userEvent.click(named('25%'));
    await expect.element(page.getByLabelText('Lots to close')).toHaveValue('0.01');
    // (97,123.30 − 97,123.50) × 0.01, less a quarter of 0.97 and 0.01 × 97,123.30 × 0.05% for closing.
    await expect.element(page.getByText('-0.74')).toBeVisible();
    await expect.element(page.getByText('0.49 USDT')).toBeVisible();
    await expect.element(page.getByText('291.37')).toBeVisible();
    await userEvent.fill(page.getByLabelText('Lots to close'), '0.05');
    await expect.element(page.getByText('In steps of 0.01; the rest must be at least 0.01.')).toBeVisible();
    await expect.element(named('Demo · Close at any price')).toBeDisabled();
    await userEvent.click(named('50%'));
    await userEvent.click(named('Demo · Close at any price'));
    expect((await network.next(sending)).input).toEqual({ id: held.id, lots: '0.02' });
  });

  test('after the hundredth part offers all of what is left, and says why', async () => {
    const network = wire();
    const held = { ...another(), parts: 100, lots: '0.04', handCount: '0.04', instrumentId: `often-${crypto.randomUUID()}` };
    await draw(<CloseDialog position={held} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    await expect.element(page.getByText(/^This position has been closed in 100 parts/)).toBeVisible();
    await expect.element(page.getByLabelText('Lots to close')).not.toBeInTheDocument();
    await userEvent.click(named('Demo · Close at any price'));
    expect((await network.next(sending)).input).toEqual({ id: held.id });
  });

  test('half of the smallest position says that there is none, and closes all of it only when that is chosen', async () => {
    const network = wire();
    const held = { ...another(), lots: '0.01', handCount: '0.01', instrumentId: `least-${crypto.randomUUID()}` };
    await draw(<CloseDialog half position={held} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    const why = 'Too small to halve: each part must be at least 0.01 lots. Only all of it can be closed.';
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(page.getByLabelText('Lots to close')).toHaveValue('');
    await expect.element(named('Demo · Close at any price')).toBeDisabled();
    await userEvent.click(named('100%'));
    await userEvent.click(named('Demo · Close at any price'));
    expect((await network.next(sending)).input).toEqual({ id: held.id });
  });

  test('half after the hundredth part can be all of it', async () => {
    const network = wire();
    const held = { ...another(), parts: 100, lots: '0.04', handCount: '0.04', instrumentId: `never-${crypto.randomUUID()}` };
    await draw(<CloseDialog half position={held} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    await expect.element(page.getByText(/^This position has been closed in 100 parts/)).toBeVisible();
    await expect.element(named('Demo · Close at any price')).toBeDisabled();
    await userEvent.click(named('100%'));
    await userEvent.click(named('Demo · Close at any price'));
    expect((await network.next(sending)).input).toEqual({ id: held.id });
  });

  test('all of it names no lots, so that less than was shown is still all of it', async () => {
    const network = wire();
    const held = { ...another(), instrumentId: `all-${crypto.randomUUID()}` };
    await draw(<CloseDialog position={held} onDone={() => undefined} />);
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
    await userEvent.click(named('50%'));
    await userEvent.click(named('100%'));
    await userEvent.click(named('Demo · Close at any price'));
    expect((await network.next(sending)).input).toEqual({ id: held.id });
  });

  test('that met another price after its sheet was left is told wherever its person is', async () => {
    const network = wire();
    const held = another();
    const { unmount } = await draw(<CloseDialog position={held} onDone={() => undefined} />);
    await userEvent.click(named('Demo · Close at any price'));
    const sent = await network.next(sending);
    await unmount();
    await draw(<p>Elsewhere</p>);
    sent.refuse('11004', 'The price has moved');
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect.element(messages.getByText('BTCUSDT · Close position · The price has moved')).toBeVisible();
  });
});
