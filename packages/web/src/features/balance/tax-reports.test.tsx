import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../../shared/client/api.ts';
import { TaxReports } from './tax-reports.tsx';

async function drawn(span: { first: string | null; now: string }) {
  queryClient.clear();
  const network = wire();
  signIn();
  await draw(<TaxReports />);
  (await network.next('/user/reportSpan')).answer(span);
  return network;
}
const running = page.getByText('This year isn’t over yet: the report covers it up to the moment you download it.');

test('the years since the first booking are offered, and of the one that runs it is said that it is not over', async () => {
  const network = await drawn({ first: '2025-05-01T00:00:00.000Z', now: '2026-11-27T10:00:00.000Z' });
  await expect.element(running).toBeVisible();
  await userEvent.click(page.getByRole('combobox', { name: 'Year', exact: true }));
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual(['2026 so far', '2025']);
  await userEvent.click(page.getByRole('option', { name: '2025' }));
  await expect.element(running).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Trades as CSV' }));
  const sent = await network.next('/user/exportReport');
  expect(Object.fromEntries(sent.query)).toEqual({ kind: 'trades', year: '2025', beginsOn: '01-01', format: 'csv' });
});

test('of an account on which nothing was booked there is no report', async () => {
  await drawn({ first: null, now: '2026-11-27T10:00:00.000Z' });
  await expect.element(page.getByText('Nothing has been booked on this account yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Trades as PDF' })).toBeDisabled();
});
