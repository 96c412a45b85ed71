import type { DepositCoin } from '@assay/contract/endpoints/funds.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { ReportForm } from '../features/funds/deposit/report-form.tsx';
import { outbox } from '../shared/client/outbox.ts';
import { OutboxCards } from './outbox-cards.tsx';

const tron: DepositCoin = {
  coin: 'USDT',
  network: 'TRC20',
  networkName: 'Tron (TRC20)',
  chain: 'tron',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  qrText: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  minimum: '1234.5',
  confirmations: 20,
  sample: true,
};
const [path, asking] = ['/user/recharge', '/order/outcome'];
const card = page.getByRole('listitem');
const report = page.getByRole('button', { name: 'Submit for review' });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');

beforeEach(() => {
  for (const { key } of outbox.entries) outbox.cancel(key);
  signIn();
});

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'proof.png', { type: 'image/png' });
}

/** A report with its picture, sent. */
async function reported() {
  const network = wire();
  const { unmount } = await draw(
    <>
      <ReportForm network={tron} />
      <ol>
        <OutboxCards />
      </ol>
    </>,
  );
  await press('Fill in a sample hash');
  await userEvent.upload(page.getByLabelText('Proof of transfer (screenshot or document)'), await picture());
  await userEvent.click(report);
  return { ...network, unmount, sent: await network.next(path) };
}

describe('a deposit whose answer is lost', () => {
  test('is told in one place, and the form follows what becomes known: it was carried out', async () => {
    const { sent, next } = await reported();
    sent.lose();
    await expect.element(card.getByText(/^Upload failed, please try again\./)).toBeVisible();
    await expect.element(card.getByText('Demo · Deposit · 1,234.50 USDT')).toBeVisible();
    await expect.element(report).toHaveAttribute('aria-busy', 'true');
    expect(page.getByRole('alert').elements()).toEqual([]);
    (await next(asking)).answer({ state: 'done', answer: {} });
    await expect.element(page.getByText('Deposit added and submitted for review')).toBeVisible();
    expect(card.elements()).toEqual([]);
  });

  test('goes once more in one tap, with the same picture and under the same key', async () => {
    const { sent, next } = await reported();
    sent.lose();
    await userEvent.click(card.getByRole('button', { name: 'Send again' }));
    const again = await next(path);
    expect([keyOf(again), again.headers.get('Deadline')]).toEqual([keyOf(sent), sent.headers.get('Deadline')]);
    expect(again.form?.get('proof')).toBeInstanceOf(File);
    expect([...(again.form?.keys() ?? [])]).toEqual([...(sent.form?.keys() ?? [])]);
    again.answer({});
    await expect.element(page.getByText('Deposit added and submitted for review')).toBeVisible();
  });

  test('says beside the form that it was never carried out, and goes again with the picture that is there', async () => {
    const { sent, next } = await reported();
    sent.lose();
    (await next(asking)).answer({ state: 'never', answer: null });
    await expect
      .element(page.getByRole('alert').getByText(/^It did not arrive in time\. It was never carried out/))
      .toBeVisible();
    await userEvent.click(report);
    const again = await next(path);
    expect(keyOf(again)).not.toBe(keyOf(sent));
    expect(again.form?.get('proof')).toBeInstanceOf(File);
    again.refuse('11044', 'This transaction has been reported already');
    await expect.element(page.getByRole('alert').getByText('This transaction has been reported already')).toBeVisible();
  });

  test('is given up by Cancel, and can then be corrected and sent', async () => {
    const { sent, next } = await reported();
    sent.lose();
    await userEvent.click(card.getByRole('button', { name: 'Cancel' }));
    const asked = await next(asking);
    expect([asked.query.get('key'), asked.query.get('deadline')]).toEqual([keyOf(sent), '0']);
    asked.answer({ state: 'never', answer: null });
    await expect.element(page.getByRole('alert').getByText('Cancelled. Nothing was carried out.')).toBeVisible();
    await expect.element(report).not.toHaveAttribute('aria-busy');
  });

  test('is told in the corner where the page was left before it was known', async () => {
    const { sent, next, unmount } = await reported();
    sent.lose();
    const asked = await next(asking);
    await unmount();
    await draw(null);
    asked.answer({ state: 'refused', answer: { code: '11044', message: 'This transaction has been reported already' } });
    // With which of several it was.
    const messages = page.getByRole('region', { name: 'Messages' });
    const told = messages.getByText('Deposit · 1,234.50 USDT · This transaction has been reported already');
    await expect.element(told).toBeVisible();
  });
});

test('the figures of a refusal are written as the reader writes them', async () => {
  await speak('de');
  const network = wire();
  await draw(<ReportForm network={tron} />);
  await press('Beispiel-Hash einsetzen');
  await userEvent.upload(page.getByLabelText('Überweisungsnachweis (Screenshot)'), await picture());
  await userEvent.click(page.getByRole('button', { name: 'Zur Prüfung einreichen' }));
  (await network.next(path)).refuse('11040', 'Mindestens 28415.5', 422, { coin: 'USDT', limit: '28415.5' });
  await expect.element(page.getByRole('alert').getByText(/28\.415,5$/)).toBeVisible();
});
