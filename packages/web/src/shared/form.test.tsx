import { ApiRefusal } from '@assay/contract/client.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { useForm } from './form.ts';

const [account, amount] = [page.getByLabelText('Account'), page.getByLabelText('Amount')];
const send = page.getByRole('button', { name: 'Send' });
const wrong = (of: typeof account) => of.element().getAttribute('aria-invalid');

/** A form of two fields; what is sent waits until the test answers. */
function form() {
  const sent: { typed: { account: string; amount: string }; answer: PromiseWithResolvers<void> }[] = [];
  function Form() {
    const { field, error, submit, busy } = useForm({
      values: { account: '', amount: '' },
      check: (typed) => ({
        ...(typed.account === '' && { account: 'Enter an account' }),
        ...(typed.amount === '' && { amount: 'Enter an amount' }),
      }),
      send: (typed) => {
        const answer = Promise.withResolvers<void>();
        sent.push({ typed, answer });
        return answer.promise;
      },
      fieldOf: ({ code }) => (code === '10011' ? 'amount' : undefined),
    });
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Input {...field('account')} label="Account" />
        <Input {...field('amount')} label="Amount" />
        {error('form') === undefined ? null : <p role="alert">{error('form')}</p>}
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </form>
    );
  }
  return { Form, sent };
}

async function filledIn() {
  const { Form, sent } = form();
  await draw(<Form />);
  await userEvent.fill(account, 'ada');
  await userEvent.fill(amount, '5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent.length).toBe(1);
  return sent;
}
const refusal = (code: '10011' | '400', fields: Record<string, string>) =>
  new ApiRefusal({ code, message: 'No, and why', httpStatus: 200, fields });

describe('a form', () => {
  test('says all that is missing, leads to the first of it, and sends nothing', async () => {
    const { Form, sent } = form();
    await draw(<Form />);
    await userEvent.fill(amount, '5');
    await userEvent.click(send);
    await expect.element(page.getByText('Enter an account')).toBeVisible();
    expect([wrong(account), wrong(amount)]).toEqual(['true', null]);
    await expect.poll(() => document.activeElement).toBe(account.element());
    await userEvent.keyboard('a');
    await expect.poll(() => page.getByText('Enter an account').elements()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('leads to what is missing though the button that was pressed got no focus', async () => {
    const { Form } = form();
    await draw(<Form />);
    expect(document.activeElement).toBe(document.body);
    document.querySelector('form')?.requestSubmit();
    await expect.poll(() => document.activeElement).toBe(account.element());
  });

  test('takes back a fault of two fields when either is mended, and no other', async () => {
    function Form() {
      const { field, submit } = useForm({
        values: { name: '', least: '5', most: '3' },
        check: ({ name, least, most }) => ({
          name: name === '' ? 'Enter a name' : undefined,
          most: Number(most) < Number(least) ? 'The most is less than the least' : undefined,
        }),
        send: () => Promise.resolve(),
      });
      return (
        <>
          <Input {...field('name')} label="Name" />
          <Input {...field('least')} label="Least" />
          <Input {...field('most')} label="Most" />
          <Button onClick={submit}>Send</Button>
        </>
      );
    }
    await draw(<Form />);
    await userEvent.click(send);
    const [shared, other] = [page.getByText('The most is less than the least'), page.getByText('Enter a name')];
    await expect.element(shared).toBeVisible();
    await userEvent.fill(page.getByLabelText('Least'), '4');
    await expect.element(shared).toBeVisible();
    await userEvent.fill(page.getByLabelText('Least'), '2');
    await expect.poll(() => shared.elements()).toEqual([]);
    await expect.element(other).toBeVisible();
  });

  test('is sent by Enter, once, and is busy until it is answered', async () => {
    const sent = await filledIn();
    expect(sent[0]?.typed).toEqual({ account: 'ada', amount: '5' });
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(amount);
    await userEvent.keyboard('{Enter}');
    sent[0]?.answer.resolve();
    await expect.element(send).not.toHaveAttribute('aria-busy');
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['that it names', refusal('400', { account: '400' }), 'account'],
    ['that its code means', refusal('10011', {}), 'amount'],
  ] as const)('shows a refusal beside the field %s', async (_, problem, where) => {
    const sent = await filledIn();
    sent[0]?.answer.reject(problem);
    await expect.element(page.getByText('No, and why')).toBeVisible();
    expect([wrong(account), wrong(amount)]).toEqual(where === 'account' ? ['true', null] : [null, 'true']);
  });

  test('shows what belongs to no field at the form, until something is changed', async () => {
    const sent = await filledIn();
    sent[0]?.answer.reject(refusal('400', { somethingElse: '400' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('No, and why');
    await userEvent.fill(amount, '6');
    await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
  });
});
