import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, bitcoinContract, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { AmendDialog } from './amend-dialog.tsx';

const sending = '/order/amendU';
const named = (name: string) => page.getByRole('button', { name });
const save = named('Demo · Save');
const price = (number: number) => page.getByRole('textbox', { name: `Target ${number}`, exact: true });
const lots = (place: number) => page.getByLabelText('Lots', { exact: true }).nth(place);
const another = () => {
  const id = crypto.randomUUID();
  return { ...position, id, instrumentId: `target-${id}`, lots: '0.04', handCount: '0.04', takeProfit: '120000.00' };
};

const targets = [
  { price: '100000.00', lots: '0.01' },
  { price: '110000.00', lots: '0.02' },
];

beforeEach(signIn);

async function drawn(held: typeof position) {
  const network = wire();
  await draw(<AmendDialog position={held} onDone={() => undefined} />);
  (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  return network;
}

describe('targets of a position', () => {
  test('are added with what each would leave, net of all, and sent as prices and lots', async () => {
    const held = another();
    const network = await drawn(held);
    await userEvent.click(named('Add a target'));
    await userEvent.fill(price(1), '100000');
    await userEvent.fill(lots(0), '0.01');
    // (100,000 − 97,123.50) × 0.01, less a quarter of the 0.97 that opening cost, and 0.5 to close.
    await expect.element(page.getByText('Lots: 0.01 · +28.02 USDT')).toBeVisible();
    await userEvent.click(named('Add a target'));
    await userEvent.fill(price(2), '110000');
    await userEvent.fill(lots(1), '0.03');
    await userEvent.click(save);
    const sent = [
      { price: '100000', lots: '0.01' },
      { price: '110000', lots: '0.03' },
    ];
    expect((await network.next(sending)).input).toEqual({ id: held.id, targets: sent });
  });

  test('say what is wrong with them: a price beyond the take-profit, more lots than there are', async () => {
    const network = await drawn(another());
    await userEvent.click(named('Add a target'));
    await userEvent.fill(price(1), '120000');
    await userEvent.fill(lots(0), '0.01');
    const wrongPrice = page.getByText('Choose another price, beyond the current one and before take-profit');
    await expect.element(wrongPrice).toBeVisible();
    await userEvent.fill(price(1), '119000');
    await expect.element(wrongPrice).not.toBeInTheDocument();
    await userEvent.fill(lots(0), '0.05');
    const wrongLots = page.getByText('In steps of 0.01; the rest must be at least 0.01, or nothing');
    await expect.element(wrongLots).toBeVisible();
    await userEvent.fill(lots(0), '0.04');
    await expect.element(wrongLots).not.toBeInTheDocument();
    await userEvent.click(save);
    expect((await network.next(sending)).input).toMatchObject({ targets: [{ price: '119000', lots: '0.04' }] });
  });

  test('leave a rest to the take-profit, and what that brings is told net of all', async () => {
    await drawn({ ...another(), targets });
    const rest = (name: string) => page.getByRole('term').filter({ hasText: name });
    const left = rest('Net at take-profit 120,000.00, lots: 0.01');
    await expect.element(left).toBeVisible();
    // 22,876.50 on 0.01, less a quarter of the 0.97 that opening cost, and 0.6 to close.
    expect(left.element().nextElementSibling?.textContent).toContain('+227.92');
    await userEvent.click(named('Remove target 2'));
    // 0.03 of it: 686.295, less 0.7275 and 1.8.
    const more = rest('Net at take-profit 120,000.00, lots: 0.03');
    await expect.element(more).toBeVisible();
    expect(more.element().nextElementSibling?.textContent).toContain('+683.76');
    await userEvent.fill(lots(0), '0.04');
    await expect.element(rest('Net at take-profit')).not.toBeInTheDocument();
  });

  test('are removed one by one and all together', async () => {
    const held = { ...another(), targets };
    const network = await drawn(held);
    await userEvent.click(named('Remove target 1'));
    await expect.element(price(1)).toHaveValue('110000.00');
    await userEvent.click(named('Remove target 1'));
    await userEvent.click(save);
    expect((await network.next(sending)).input).toEqual({ id: held.id, targets: null });
  });

  test('stay where another stop alone is changed', async () => {
    const held = { ...another(), targets };
    const network = await drawn(held);
    await userEvent.fill(page.getByLabelText('Stop-loss', { exact: true }), '95000');
    await userEvent.click(save);
    expect((await network.next(sending)).input).toEqual({ id: held.id, stopLoss: '95000' });
  });

  test('stand in the way of a take-profit that comes before them', async () => {
    const held = { ...another(), targets: [{ price: '110000.00', lots: '0.01' }] };
    await drawn(held);
    await userEvent.fill(page.getByLabelText('Take-profit', { exact: true }), '105000');
    await expect.element(page.getByText('Stop-loss or take-profit price unreasonable')).toBeVisible();
  });
});
