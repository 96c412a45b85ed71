import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import { Select } from './select.tsx';
import { Slider } from './slider.tsx';
import { Switch } from './switch.tsx';
import { Tabs } from './tabs.tsx';

const focused = () => document.activeElement;

describe('tabs', () => {
  function Sections() {
    const [value, setValue] = useState('positions');
    return (
      <Tabs
        label="Orders"
        value={value}
        onChange={setValue}
        items={[
          { value: 'positions', label: 'Positions', content: 'No positions yet' },
          { value: 'orders', label: 'Waiting', content: 'Nothing waits' },
          { value: 'history', label: 'History', content: 'Nothing has ended' },
        ]}
      />
    );
  }
  const tab = (name: string) => page.getByRole('tab', { name });
  /** The arrow is pressed on one tab; Enter chooses the one that it leads to. */
  const choose = async (arrow: string) => {
    await userEvent.keyboard(`{${arrow}}{Enter}`);
  };

  test('show the panel of the chosen one, and only that', async () => {
    await draw(<Sections />);
    await expect.element(page.getByRole('tabpanel', { name: 'Positions' })).toHaveTextContent('No positions yet');
    await userEvent.click(tab('Waiting'));
    await expect.element(page.getByRole('tabpanel', { name: 'Waiting' })).toHaveTextContent('Nothing waits');
    expect(page.getByText('No positions yet').elements()).toEqual([]);
  });

  test('never show two panels, not even for a frame', async () => {
    await draw(<Sections />);
    const seen: number[] = [];
    const watch = new MutationObserver(() => {
      seen.push([...document.querySelectorAll('[role=tabpanel]')].filter((panel) => panel.checkVisibility()).length);
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    await userEvent.click(tab('Waiting'));
    await expect.element(page.getByRole('tabpanel', { name: 'Waiting' })).toHaveTextContent('Nothing waits');
    watch.disconnect();
    expect(seen).toContain(1);
    expect(Math.max(...seen)).toBe(1);
  });

  test('may share one panel, which is named by the chosen one and stays as it is', async () => {
    function Lists() {
      const [value, setValue] = useState('crypto');
      return (
        <Tabs
          label="Lists"
          value={value}
          onChange={setValue}
          items={[
            { value: 'crypto', label: 'Crypto' },
            { value: 'metals', label: 'Metals' },
          ]}
        >
          <input aria-label="Search" />
        </Tabs>
      );
    }
    await draw(<Lists />);
    await expect.element(page.getByRole('tabpanel', { name: 'Crypto' })).toBeVisible();
    await userEvent.fill(page.getByLabelText('Search'), 'gold');
    await userEvent.click(tab('Metals'));
    const panel = page.getByRole('tabpanel', { name: 'Metals' });
    await expect.element(panel.getByLabelText('Search')).toHaveValue('gold');
    expect(tab('Metals').element().getAttribute('aria-controls')).toBe(panel.element().id);
  });

  const kinds = ['Everything', 'Currencies', 'Shares', 'Futures', 'Funds', 'Metals', 'Plans'].map((name) => ({
    value: name,
    label: name,
  }));
  const Narrow = ({ kind, hidden = false }: { kind: string; hidden?: boolean }) => (
    <div style={{ width: 240 }} hidden={hidden}>
      <Tabs label="Kinds" value={kind} onChange={() => undefined} items={kinds} />
    </div>
  );
  /** How far it stands inside of the nearer edge of its row. */
  const clearOfEdges = (name: string) => {
    const row = page.getByRole('tablist').element().getBoundingClientRect();
    const { left, right } = tab(name).element().getBoundingClientRect();
    return Math.min(left - row.left, row.right - right);
  };

  test('in a row that is too long stand clear of its edges when they are chosen', async () => {
    await draw(<Narrow kind="Funds" />);
    await expect.poll(() => clearOfEdges('Funds')).toBeGreaterThanOrEqual(8);
  });

  test.each(['en', 'ar'] as const)('in a row that is too long stay in sight in %s, whoever chooses', async (language) => {
    await speak(language);
    const { rerender } = await draw(<Narrow kind="Plans" hidden />);
    await rerender(<Narrow kind="Plans" />);
    for (const kind of ['Plans', 'Everything', 'Futures', 'Currencies']) {
      await rerender(<Narrow kind={kind} />);
      // A row scrolls by whole pixels to its very end at most.
      await expect.poll(() => clearOfEdges(kind)).toBeGreaterThan(-1);
    }
  });

  test('are brought into sight in their row alone: the page stays where it is', async () => {
    await draw(
      <div style={{ paddingBlock: '200vh' }}>
        <Narrow kind="Plans" />
      </div>,
    );
    await expect.poll(() => page.getByRole('tablist').element().scrollLeft).toBeGreaterThan(0);
    expect(window.scrollY).toBe(0);
  });

  test('are one stop of the Tab key, and arrows move among them in the reading direction', async () => {
    for (const [language, next] of [
      ['en', 'ArrowRight'],
      ['ar', 'ArrowLeft'],
    ] as const) {
      await speak(language);
      const { unmount } = await draw(<Sections />);
      await userEvent.click(tab('Positions'));
      await choose(next);
      await expect.element(tab('Waiting')).toHaveAttribute('aria-selected', 'true');
      expect(focused()).toBe(tab('Waiting').element());
      expect(tab('Positions').element().tabIndex).toBe(-1);
      await unmount();
    }
  });
});

describe('a menu', () => {
  function Languages({ onChoose }: { onChoose(key: string): void }) {
    return (
      <Menu
        label="Language"
        trigger={<Button>Change</Button>}
        items={['English', 'Deutsch', 'Français'].map((label) => ({
          key: label,
          label,
          chosen: label === 'Deutsch',
          onSelect: () => onChoose(label),
        }))}
      />
    );
  }
  const trigger = page.getByRole('button', { name: 'Change' });

  test('opens by key, finds an item by its first letter, and gives the focus back', async () => {
    const chosen: string[] = [];
    await draw(<Languages onChoose={(key) => chosen.push(key)} />);
    trigger.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menu', { name: 'Language' })).toBeVisible();
    await userEvent.keyboard('F');
    await expect.poll(focused).toBe(page.getByRole('menuitem', { name: 'Français' }).element());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => page.getByRole('menu').elements()).toEqual([]);
    await expect.poll(focused).toBe(trigger.element());
    expect(chosen).toEqual(['Français']);
  });

  test('marks what is chosen, and Escape chooses nothing', async () => {
    const chosen: string[] = [];
    await draw(<Languages onChoose={(key) => chosen.push(key)} />);
    await userEvent.click(trigger);
    await expect.element(page.getByRole('menuitem', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByRole('menu').elements()).toEqual([]);
    expect(chosen).toEqual([]);
  });
});

describe('a list to choose from', () => {
  function Networks({ error }: { error?: string }) {
    const [value, setValue] = useState('TRC20');
    const options = ['TRC20', 'ERC20'].map((name) => ({ value: name, label: `${name} network` }));
    return (
      <Select label="Network" value={value} onChange={setValue} options={options} {...(error === undefined ? {} : { error })} />
    );
  }
  const box = page.getByRole('combobox', { name: 'Network' });

  test('is called by its label, shows the words of what is chosen, and takes another', async () => {
    await draw(<Networks />);
    await expect.element(box).toHaveTextContent('TRC20 network');
    await userEvent.click(box);
    await expect.element(page.getByRole('option', { name: 'TRC20 network' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(page.getByRole('option', { name: 'ERC20 network' }));
    await expect.element(box).toHaveTextContent('ERC20 network');
  });

  test('says what is wrong with the choice', async () => {
    await draw(<Networks error="Not open at the moment" />);
    await expect.element(box).toHaveAttribute('aria-invalid', 'true');
    await expect.element(box).toHaveAccessibleDescription('Not open at the moment');
  });
});

describe('a slider', () => {
  function Share() {
    const [value, setValue] = useState(50);
    return <Slider label="Share" value={value} onChange={setValue} step={25} read={(share) => `${share} % of the balance`} />;
  }

  test('moves by its step in the reading direction and reads out its value in words', async () => {
    for (const [language, more] of [
      ['en', 'ArrowRight'],
      ['ar', 'ArrowLeft'],
    ] as const) {
      await speak(language);
      const { unmount } = await draw(<Share />);
      const slider = page.getByRole('slider', { name: 'Share' });
      slider.element().focus();
      await userEvent.keyboard(`{${more}}`);
      await expect.element(slider).toHaveAttribute('aria-valuenow', '75');
      await expect.element(slider).toHaveAttribute('aria-valuetext', '75 % of the balance');
      await unmount();
    }
  });
});

describe('a switch', () => {
  test('turns by a press on its words, and by the space bar', async () => {
    function Ask() {
      const [on, setOn] = useState(false);
      return <Switch label="Ask before each order" checked={on} onChange={setOn} />;
    }
    await draw(<Ask />);
    const control = page.getByRole('switch', { name: 'Ask before each order' });
    await expect.element(control).not.toBeChecked();
    await userEvent.click(page.getByText('Ask before each order'));
    await expect.element(control).toBeChecked();
    control.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(control).not.toBeChecked();
  });
});
