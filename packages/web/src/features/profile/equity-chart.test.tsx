import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { EquityChart } from './equity-chart.tsx';

beforeEach(signIn);

const hour = 3_600_000;
const begin = Date.parse('2026-11-27T12:00:00.000Z');
/** 1,000 that a deposit makes 1,500; a withdrawal of 300 leaves 1,210: ten of it were won. */
const course = [1000, 1500, 1510, 1210].map((equity, hours) => ({ time: begin + hours * hour, equity }));
const flows = [
  { time: begin + hour, value: 500, kind: 'deposit' },
  { time: begin + 3 * hour, value: -300, kind: 'withdrawal' },
];

async function chart(hidden: boolean) {
  const network = wire();
  await draw(<EquityChart hidden={hidden} />);
  (await network.next('/order/equityCourse')).answer(course);
  const asked = await network.next('/order/equityFlows');
  expect(asked.query.get('from')).toBe('2026-11-27T12:00:00.000Z');
  asked.answer(flows);
}

test('marks where money came in and left, and counts neither as won', async () => {
  await chart(false);
  const deposit = page.getByTitle('Deposit +500.00 USDT');
  const withdrawal = page.getByTitle('Withdrawal -300.00 USDT');
  await expect.element(deposit).toBeVisible();
  await expect.element(withdrawal).toBeVisible();
  const [from, to] = [deposit, withdrawal].map((mark) => mark.element().getBoundingClientRect());
  const whole = page.getByRole('img').element().getBoundingClientRect();
  const shareOf = (mark: DOMRect | undefined) => mark && (mark.left + mark.width / 2 - whole.left) / whole.width;
  // An hour and three of three.
  expect(shareOf(from)).toBeCloseTo(1 / 3, 2);
  expect(shareOf(to)).toBeCloseTo(1, 2);
  await expect.element(page.getByText('+10.00 USDT')).toBeVisible();
  await expect.element(page.getByText('Deposits and withdrawals +200.00 USDT')).toBeVisible();
});

test('tells no amount where amounts are hidden', async () => {
  await chart(true);
  await expect.element(page.getByTitle('Deposit', { exact: true })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/500|USDT/);
});
