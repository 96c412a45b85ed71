import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { stopClock } from '../../../../test/clock.ts';
import { usePreferences } from '../../../shared/preferences.ts';
import { Input } from '../../../ui/field.tsx';
import { TicketForm } from './ticket-form.tsx';
import type { Sent } from './use-submission.ts';

const size = page.getByLabelText('Size');
const sheet = page.getByRole('dialog', { name: 'Buy for this?' });
const again = page.getByRole('dialog', { name: 'The price has moved' });
const buyIn = (place: typeof page | typeof sheet) => place.getByRole('button', { name: 'Buy', exact: true });

/** Orders that were sent, each with its size; the test ends them one after the other. */
function ticket(...outcomes: (Sent | Promise<Sent>)[]) {
  const sent: string[] = [];
  const done: string[] = [];
  /** Those whose new price could not be confirmed. */
  const left: string[] = [];
  function Ticket() {
    const [text, setText] = useState('');
    return (
      <TicketForm
        blocker={text === '' ? 'Enter a size' : null}
        signedIn
        entry={text}
        send={
          text === ''
            ? null
            : (asks) => {
                sent.push(text);
                const outcome = Promise.resolve(outcomes.shift() ?? 'done').then((told) => {
                  if (told === 'requote' && !asks()) left.push(text);
                  return told;
                });
                return { outcome, seen: '97000' };
              }
        }
        submission={{ busy: false, unknown: false, cancel: () => undefined }}
        asks="confirmSpot"
        question={(seen) => ({
          title: seen === null ? 'Buy for this?' : 'The price has moved',
          description: seen === null ? '' : `You saw ${seen}`,
          figures: <p>{text} lots</p>,
          note: 'At the market',
        })}
        look="gain"
        action="Buy"
        after={null}
        onDone={() => {
          done.push(text);
          setText('');
        }}
      >
        <Input label="Size" value={text} onChange={(event) => setText(event.target.value)} />
      </TicketForm>
    );
  }
  return { Ticket, sent, done, left };
}

/** An order in flight until its outcome is known, with a balance that keeps changing. */
function Agreeing({ outcome, balance, blocker = null }: { outcome: Promise<Sent>; balance: string; blocker?: string | null }) {
  return (
    <TicketForm
      blocker={blocker}
      signedIn
      entry="1"
      send={blocker === null ? () => ({ outcome, seen: '97000' }) : null}
      submission={{ busy: false, unknown: false, cancel: () => undefined }}
      asks="confirmSpot"
      question={(seen) => ({
        title: seen === null ? 'Buy for this?' : 'The price has moved',
        description: '',
        figures: <p>Balance {balance}</p>,
        note: '',
      })}
      look="gain"
      action="Buy"
      after={null}
      onDone={() => undefined}
    >
      {null}
    </TicketForm>
  );
}

beforeEach(() => usePreferences.setState({ confirmSpot: true }));

describe('a ticket', () => {
  test('by Enter asks first, sends once it is confirmed, and gives the focus back', async () => {
    const { Ticket, sent, done } = ticket();
    await draw(<Ticket />);
    await userEvent.fill(size, '0.02');
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet).toBeVisible();
    await expect.element(sheet.getByText('0.02 lots')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(buyIn(sheet));
    await expect.poll(() => sheet.elements()).toEqual([]);
    expect([sent, done]).toEqual([['0.02'], ['0.02']]);
    await expect.poll(() => document.activeElement).toBe(size.element());
  });

  test('says what stands in its way, and sends nothing', async () => {
    const { Ticket, sent } = ticket();
    await draw(<Ticket />);
    await userEvent.click(size);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Enter a size' }), { force: true });
    expect(sheet.elements()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('asks anew at a price that has moved, and then no more', async () => {
    const { Ticket, sent, done } = ticket('requote', 'done');
    await draw(<Ticket />);
    await userEvent.fill(size, '1');
    await userEvent.click(buyIn(page));
    await userEvent.click(buyIn(sheet));
    await expect.element(again.getByText('You saw 97000')).toBeVisible();
    expect(done).toEqual([]);
    await userEvent.click(buyIn(again));
    await expect.poll(() => done).toEqual(['1']);
    expect(sent).toEqual(['1', '1']);
  });

  test('does not take a price that has moved by the second tap of two', async () => {
    const passes = stopClock();
    const { Ticket, sent } = ticket('requote', 'done');
    await draw(<Ticket />);
    await userEvent.fill(size, '1');
    await userEvent.click(buyIn(page));
    await userEvent.click(buyIn(sheet));
    await expect.element(again.getByText('You saw 97000')).toBeVisible();
    const accept = buyIn(again).element();
    if (!(accept instanceof HTMLElement)) throw new Error('no button');
    accept.click();
    expect(getComputedStyle(accept).pointerEvents).toBe('none');
    expect(sent).toEqual(['1']);
    await passes(600);
    await userEvent.click(buyIn(again));
    await expect.poll(() => sent).toEqual(['1', '1']);
  });

  test('shows what was agreed to until the answer is there, whatever the account shows by then', async () => {
    const { promise, resolve } = Promise.withResolvers<Sent>();
    const { rerender } = await draw(<Agreeing outcome={promise} balance="100" />);
    await userEvent.click(buyIn(page));
    await expect.element(sheet.getByText('Balance 100')).toBeVisible();
    await rerender(<Agreeing outcome={promise} balance="95" />);
    await expect.element(sheet.getByText('Balance 95')).toBeVisible();
    await userEvent.click(buyIn(sheet));
    await rerender(<Agreeing outcome={promise} balance="90" />);
    await expect.element(sheet.getByText('Balance 95')).toBeVisible();
    resolve('requote');
    await expect.element(again.getByText('Balance 90')).toBeVisible();
  });

  test('whose prices stop while it asks says so in the question, which stays, and is confirmed when they are back', async () => {
    const outcome = Promise.resolve<Sent>('done');
    const { rerender } = await draw(<Agreeing outcome={outcome} balance="100" />);
    await userEvent.click(buyIn(page));
    await rerender(<Agreeing outcome={outcome} balance="100" blocker="Not connected" />);
    await expect.element(sheet.getByRole('status').getByText('Not connected')).toBeVisible();
    await expect.element(buyIn(sheet)).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet.getByText('Balance 100')).toBeVisible();
    await rerender(<Agreeing outcome={outcome} balance="100" />);
    await userEvent.click(buyIn(sheet));
    await expect.poll(() => sheet.elements()).toEqual([]);
  });

  test('that was left, and filled in for another order, asks nothing about that one and keeps it', async () => {
    const { promise, resolve } = Promise.withResolvers<Sent>();
    const { Ticket, sent, left } = ticket(promise);
    await draw(<Ticket />);
    await userEvent.fill(size, '1');
    await userEvent.click(buyIn(page));
    await userEvent.click(buyIn(sheet));
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => sheet.elements()).toEqual([]);
    await userEvent.fill(size, '50');
    resolve('requote');
    await expect.poll(() => left).toEqual(['1']);
    expect(again.elements()).toEqual([]);
    await expect.element(size).toHaveValue('50');
    expect(sent).toEqual(['1']);
  });

  test('that was refused stands as it was', async () => {
    const { Ticket, done } = ticket('refused');
    await draw(<Ticket />);
    await userEvent.fill(size, '1');
    await userEvent.click(buyIn(page));
    await userEvent.click(buyIn(sheet));
    await expect.poll(() => sheet.elements()).toEqual([]);
    await expect.element(size).toHaveValue('1');
    expect(done).toEqual([]);
  });

  test('asks no more once that is switched off on its sheet', async () => {
    const { Ticket, sent } = ticket();
    await draw(<Ticket />);
    await userEvent.fill(size, '1');
    await userEvent.click(buyIn(page));
    await userEvent.click(sheet.getByRole('switch', { name: 'Don’t ask again' }));
    await userEvent.click(buyIn(sheet));
    await expect.poll(() => sheet.elements()).toEqual([]);
    await userEvent.fill(size, '2');
    await userEvent.click(buyIn(page));
    await expect.poll(() => sent).toEqual(['1', '2']);
    expect(sheet.elements()).toEqual([]);
  });
});
