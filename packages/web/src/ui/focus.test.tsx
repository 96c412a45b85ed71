import { keepFocus } from '@assay/contract/focus.ts';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

beforeAll(() => keepFocus(document));

/** Two addresses, each with a button that confirms before it removes; and another session that removes the first. */
function Addresses({ asks = false }: { asks?: boolean }) {
  const [names, setNames] = useState(['Savings', 'Wallet']);
  const [asked, setAsked] = useState<string>();
  const remove = (name: string | undefined) => setNames(names.filter((other) => other !== name));
  return (
    <main>
      <p>Nothing to press</p>
      <section>
        <h2>Where money may go</h2>
        {names.length === 0 ? null : (
          <ul aria-label="Addresses">
            {names.map((name) => (
              <li key={name}>
                <Button onClick={() => (asks ? setAsked(name) : remove(name))}>Remove {name}</Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {asked === undefined ? null : (
        <Dialog open onOpenChange={() => setAsked(undefined)} title="Remove?">
          <Button onClick={() => remove(asked)}>Another tab removes it</Button>
          <Button onClick={() => setAsked(undefined)}>Done</Button>
        </Dialog>
      )}
      <input aria-label="Elsewhere" onChange={() => remove('Savings')} />
    </main>
  );
}

const [list, content] = [page.getByRole('list', { name: 'Addresses' }), page.getByRole('main')];
const button = (name: string) => page.getByRole('button', { name });
const focused = () => document.activeElement;

test('what is taken away leaves the focus to the nearest thing with a name, which has it for as long as it is there', async () => {
  await draw(<Addresses />);
  await userEvent.click(button('Remove Savings'));
  await expect.poll(focused).toBe(list.element());
  await userEvent.tab();
  expect(focused()).toBe(button('Remove Wallet').element());
  expect(list.element().hasAttribute('tabindex')).toBe(false);
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(page.getByRole('heading', { name: 'Where money may go' }).element());
});

test('a dialog whose row went before it was closed gives the focus to the list', async () => {
  await draw(<Addresses asks />);
  await userEvent.click(button('Remove Savings'));
  await userEvent.click(button('Another tab removes it'));
  await userEvent.click(button('Done'));
  await expect.poll(focused).toBe(list.element());
});

test('whoever pressed beside everything, or is elsewhere, is left there', async () => {
  await draw(<Addresses />);
  button('Remove Savings').element().focus();
  await userEvent.click(page.getByText('Nothing to press'));
  expect(focused()).toBe(document.body);
  await userEvent.click(page.getByLabelText('Elsewhere'));
  await userEvent.keyboard('x');
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(1);
  expect(focused()).toBe(page.getByLabelText('Elsewhere').element());
  expect(content.element().hasAttribute('tabindex')).toBe(false);
});
