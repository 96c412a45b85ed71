import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standing } from '../../test/act.tsx';
import { draw, speak } from '../../test/around.tsx';
import { stopClock } from '../../test/clock.ts';
import { Button, type ButtonLook } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { Switch } from './switch.tsx';

function Opened({ sheet = false }: { sheet?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Withdraw</Button>
      <a href="#behind">Behind</a>
      <Dialog open={open} onOpenChange={setOpen} title="Withdraw funds" description="To your wallet" sheet={sheet}>
        <input aria-label="Address" />
        <Button>Next</Button>
      </Dialog>
    </>
  );
}

const opener = page.getByRole('button', { name: 'Withdraw' });
const dialog = page.getByRole('dialog', { name: 'Withdraw funds' });
const close = page.getByRole('button', { name: 'Close' });
const focused = () => document.activeElement;

async function openDialog(): Promise<void> {
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
  await expect.poll(focused).toBe(dialog.element());
  await standing(dialog);
}

describe('a dialog', () => {
  test('is named by its title, described by its text, and focused as a whole', async () => {
    await draw(<Opened />);
    await openDialog();
    await expect.element(dialog).toHaveAccessibleDescription('To your wallet');
  });

  test('without content has one gap between its text and its actions', async () => {
    const gapUnder = async (rows: { name: string; value: string }[]) => {
      const { unmount } = await draw(
        <Confirm
          open
          onOpenChange={() => undefined}
          title="Go?"
          description="On."
          rows={rows}
          confirm="Go"
          onConfirm={() => undefined}
        />,
      );
      const asked = page.getByRole('dialog', { name: 'Go?' });
      await expect.element(asked).toBeVisible();
      await standing(asked);
      const above = asked
        .getByText(rows[0]?.value ?? 'On.')
        .element()
        .getBoundingClientRect().bottom;
      const gap = asked.getByRole('button', { name: 'Go' }).element().getBoundingClientRect().top - above;
      await unmount();
      return gap;
    };
    const usual = await gapUnder([{ name: 'Fee', value: '1' }]);
    expect(await gapUnder([])).toBeLessThanOrEqual(usual);
  });

  test('keeps the Tab key inside, round and round', async () => {
    await draw(<Opened />);
    await openDialog();
    const visited: (Element | null)[] = [];
    for (let press = 0; press < 6; press += 1) {
      await userEvent.keyboard('{Tab}');
      await expect.poll(() => dialog.element().contains(focused())).toBe(true);
      visited.push(focused());
    }
    const [address, next] = [page.getByLabelText('Address').element(), page.getByRole('button', { name: 'Next' }).element()];
    expect(visited.filter((element) => element === address).length).toBeGreaterThan(1);
    expect(visited).toContain(next);
    expect(visited).toContain(close.element());
  });

  test('hides from screen readers what lies behind', async () => {
    await draw(<Opened />);
    await openDialog();
    expect(page.getByRole('link', { name: 'Behind' }).elements()).toEqual([]);
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its cross', () => userEvent.click(close)],
    ['a press beside it', () => userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })],
  ])('closes by %s and gives the focus back', async (_, leave) => {
    await draw(<Opened />);
    await openDialog();
    await leave();
    await expect.poll(() => dialog.elements()).toEqual([]);
    await expect.poll(focused).toBe(opener.element());
  });

  test('as a sheet stands on the lower edge, else in the middle', async () => {
    const { rerender } = await draw(<Opened sheet />);
    await openDialog();
    expect(dialog.element().getBoundingClientRect().bottom).toBe(innerHeight);
    await rerender(<Opened />);
    const { top, bottom, left, right } = dialog.element().getBoundingClientRect();
    expect(Math.abs(top - (innerHeight - bottom))).toBeLessThan(2);
    expect(Math.abs(left - (innerWidth - right))).toBeLessThan(2);
  });

  test('has room for what a last look tells, and scrolls only what a window of 900 pixels can’t hold', async () => {
    await page.viewport(1440, 900);
    const told = (height: number) => (
      <Dialog open title="Confirm" description="Buy" onOpenChange={() => undefined} footer={<Button>Buy</Button>}>
        <div style={{ height }}>Figures</div>
      </Dialog>
    );
    const { rerender } = await draw(told(680));
    const scrolled = () => {
      const place = page.getByText('Figures').element().parentElement;
      return place === null ? 0 : place.scrollHeight - place.clientHeight;
    };
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(scrolled()).toBe(0);
    await rerender(told(1000));
    await expect.poll(scrolled).toBeGreaterThan(0);
    await page.viewport(1280, 900);
  });

  test('in Arabic has its cross at the left, called by its Arabic name', async () => {
    await speak('ar');
    await draw(<Opened />);
    await openDialog();
    const box = dialog.element().getBoundingClientRect();
    const cross = page.getByRole('button', { name: 'إغلاق' }).element().getBoundingClientRect();
    expect(cross.left - box.left).toBeLessThan(box.width / 4);
  });
});

interface AskProps {
  busy?: boolean;
  blocked?: boolean;
  look?: ButtonLook;
  children?: ReactNode;
  onConfirm(): void;
}

function Ask({ busy = false, ...props }: AskProps) {
  const [open, setOpen] = useState(true);
  return (
    <Confirm
      open={open}
      onOpenChange={setOpen}
      title="Close the position"
      rows={[
        { name: 'Lots', value: '0.50' },
        { name: 'Profit', value: '−12.40' },
      ]}
      confirm="Close at the market"
      busy={busy}
      onCancel={() => undefined}
      {...props}
    />
  );
}

/** What opens the sheet lies where all that is in the sheet comes. */
function Covering({ asked }: { asked(open: boolean, onOpenChange: (open: boolean) => void): ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={() => setOpen(true)}>
        Opener
      </button>
      {asked(open, setOpen)}
    </>
  );
}

const confirming = page.getByRole('button', { name: 'Close at the market' });

describe('a confirm sheet', () => {
  test('shows each figure with its name, and a button that says what it does', async () => {
    await draw(<Ask onConfirm={() => undefined} />);
    await expect.element(page.getByRole('dialog', { name: 'Close the position' })).toBeVisible();
    const rows = page
      .getByRole('term')
      .elements()
      .map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(rows).toEqual([
      ['Lots', '0.50'],
      ['Profit', '−12.40'],
    ]);
    await expect.element(confirming).toBeEnabled();
  });

  test('confirms once per press, and not by its cancelling button', async () => {
    let confirmed = 0;
    await draw(<Ask onConfirm={() => (confirmed += 1)} />);
    await userEvent.click(confirming);
    expect(confirmed).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    expect(confirmed).toBe(1);
  });

  test('while it is busy takes no second press, by finger or by key', async () => {
    let confirmed = 0;
    function Sending() {
      const [busy, setBusy] = useState(false);
      return (
        <Ask
          busy={busy}
          onConfirm={() => {
            confirmed += 1;
            setBusy(true);
          }}
        />
      );
    }
    await draw(<Sending />);
    await userEvent.dblClick(confirming);
    await expect.element(confirming).toHaveAttribute('aria-busy', 'true');
    await expect.element(confirming).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe(confirming.element());
    expect(confirmed).toBe(1);
  });

  test('is confirmed by Enter in one of its fields, and by that alone: the form around it is not sent', async () => {
    const sent: string[] = [];
    await draw(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push('around');
        }}
      >
        <Ask onConfirm={() => sent.push('own')}>
          <input aria-label="Stop-loss" />
        </Ask>
      </form>,
    );
    await userEvent.fill(page.getByLabelText('Stop-loss'), '95000');
    await userEvent.keyboard('{Enter}');
    expect(sent).toEqual(['own']);
    await userEvent.click(confirming);
    expect(sent).toEqual(['own', 'own']);
  });

  test('that is busy or blocked is not confirmed by Enter', async () => {
    let confirmed = 0;
    const field = <input aria-label="Stop-loss" />;
    const ask = (state: Partial<AskProps>) => (
      <Ask onConfirm={() => (confirmed += 1)} {...state}>
        {field}
      </Ask>
    );
    const { rerender } = await draw(ask({ busy: true }));
    await userEvent.click(page.getByLabelText('Stop-loss'));
    await userEvent.keyboard('{Enter}');
    await rerender(ask({ blocked: true }));
    await userEvent.keyboard('{Enter}');
    expect(confirmed).toBe(0);
    await rerender(ask({}));
    await userEvent.keyboard('{Enter}');
    expect(confirmed).toBe(1);
  });

  test('is confirmed by Enter once there was time to read it, but for what takes something away', async () => {
    const passes = stopClock();
    let confirmed = 0;
    const ask = (state: Partial<AskProps>) => <Ask onConfirm={() => (confirmed += 1)} {...state} />;
    const { rerender } = await draw(ask({}));
    await expect.poll(focused).toBe(page.getByRole('dialog').element());
    await userEvent.keyboard('{Enter}');
    expect(confirmed).toBe(0);
    await passes(600);
    await userEvent.keyboard('{Enter>4/}');
    expect(confirmed).toBe(1);
    await rerender(ask({ busy: true }));
    await userEvent.keyboard('{Enter}');
    await rerender(ask({ look: 'danger' }));
    await userEvent.keyboard('{Enter}');
    expect(confirmed).toBe(1);
  });

  test('is confirmed once by a key that is held down', async () => {
    let confirmed = 0;
    await draw(<Ask onConfirm={() => (confirmed += 1)} />);
    await expect.element(confirming).toBeVisible();
    const button = confirming.element();
    if (button instanceof HTMLElement) button.focus();
    await userEvent.keyboard('{Enter>4/}');
    expect(confirmed).toBe(1);
  });

  test.each([
    ['its button', 'Close at the market'],
    ['a button among what it shows', 'Close at any price'],
    ['a switch that is kept', 'Do not ask again'],
    ['the button of a form of its own', 'Repay'],
  ])('the second tap of two that opened it under the finger means nothing on %s', async (_, name) => {
    const done: string[] = [];
    const part = (what: string) => (
      <button type="button" onClick={() => done.push(what)}>
        {what}
      </button>
    );
    const asked = (open: boolean, onOpenChange: (next: boolean) => void) =>
      name === 'Repay' ? (
        <Dialog
          open={open}
          onOpenChange={onOpenChange}
          title="Repay the loan"
          onSubmit={() => done.push(name)}
          footer={<Button type="submit">Repay</Button>}
        />
      ) : (
        <Confirm
          open={open}
          onOpenChange={onOpenChange}
          title="Close the position"
          confirm="Close at the market"
          onConfirm={() => done.push('Close at the market')}
        >
          {part('Close at any price')}
          <Switch label="Do not ask again" checked={false} onChange={() => done.push('Do not ask again')} />
        </Confirm>
      );
    await draw(<Covering asked={asked} />);
    const covering = page.getByRole('button', { name: 'Opener' });
    const target = name === 'Do not ask again' ? page.getByRole('switch', { name }) : page.getByRole('button', { name });
    await userEvent.click(covering, { position: { x: 5, y: 5 } });
    await expect.element(target).toBeVisible();
    await standing(target);
    const { left, top, width, height } = target.element().getBoundingClientRect();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => target.elements()).toEqual([]);
    const passes = stopClock();
    await userEvent.click(covering, { position: { x: left + width / 2, y: top + height / 2 } });
    await userEvent.click(target);
    expect(done).toEqual([]);
    await passes(600);
    await userEvent.click(target);
    expect(done).toEqual([name]);
  });

  test('takes no press on anything in it for a moment after the question has become another', async () => {
    const passes = stopClock();
    const question = (title: string, aside?: ReactNode) => (
      <Confirm open onOpenChange={() => undefined} title={title} aside={aside} confirm="Close" onConfirm={() => undefined}>
        <button type="button">At any price</button>
      </Confirm>
    );
    for (const aside of [
      undefined,
      <button key="beside" type="button">
        Beside
      </button>,
    ]) {
      const { rerender, unmount } = await draw(question('Close the position?', aside));
      const names = ['At any price', ...(aside === undefined ? [] : ['Beside'])];
      const taken = () => names.map((name) => getComputedStyle(page.getByRole('button', { name }).element()).pointerEvents);
      await expect.element(page.getByRole('button', { name: 'At any price' })).toBeVisible();
      await passes(600);
      expect(taken()).toEqual(names.map(() => 'auto'));
      await rerender(question('The price has moved', aside));
      expect(taken()).toEqual(names.map(() => 'none'));
      await passes(600);
      await expect.poll(taken).toEqual(names.map(() => 'auto'));
      await unmount();
    }
  });

  test('is blocked while something is still to be done', async () => {
    await draw(<Ask blocked onConfirm={() => undefined} />);
    await expect.element(confirming).toBeDisabled();
  });
});

/** A sheet over a bar with another button. */
function OverBar({ press }: { press(what: string): void }) {
  const [open, setOpen] = useState(true);
  const confirm = () => {
    press('confirm');
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => press('bar')}>
        Bar
      </button>
      <Confirm open={open} onOpenChange={setOpen} title="Close?" confirm="Close at the market" onConfirm={confirm} />
    </>
  );
}

test('a confirm sheet that is on its way out takes no second press, and neither does what was under it', async () => {
  const pressed: string[] = [];
  await draw(<OverBar press={(what) => pressed.push(what)} />);
  await expect.element(confirming).toBeVisible();
  const passes = stopClock();
  const [at, button] = [{ bubbles: true, cancelable: true, clientX: 200, clientY: 700, detail: 1 }, confirming.element()];
  const tap = (target: Element, where = at) => {
    target.dispatchEvent(new PointerEvent('pointerdown', { ...where, pointerType: 'touch' }));
    flushSync(() => target.dispatchEvent(new MouseEvent('click', where)));
  };
  tap(button);
  // Not gone yet, as while a sheet slides away.
  expect(button.isConnected).toBe(true);
  tap(button);
  await expect.poll(() => button.isConnected).toBe(false);
  const bar = page.getByRole('button', { name: 'Bar' }).element();
  tap(bar);
  expect(pressed).toEqual(['confirm']);
  tap(bar, { ...at, clientX: 20 });
  expect(pressed).toEqual(['confirm', 'bar']);
  await passes(400);
  tap(bar);
  expect(pressed).toEqual(['confirm', 'bar', 'bar']);
});
