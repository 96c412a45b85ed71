import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { Change, Price } from './price.tsx';
import { Sparkline } from './sparkline.tsx';

const colourOf = (token: string): string => {
  const probe = document.createElement('i');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
const colour = (element: Element): string => getComputedStyle(element).color;

describe('a live price', () => {
  test('has the decimals of its instrument and a dash while there is none', async () => {
    const { rerender } = await draw(<Price value="97123.4" scale={2} />);
    await expect.element(page.getByText('97,123.40')).toBeVisible();
    await rerender(<Price value="" scale={2} />);
    await expect.element(page.getByText('—')).toBeVisible();
  });

  const tintOf = (container: Element) => {
    const price = container.querySelector('bdi');
    return price === null ? null : getComputedStyle(price).animationName;
  };

  test('is tinted by its last change: as gain and loss, in a list as the specification has it, and not before there was one', async () => {
    const { container, rerender } = await draw(<Price value="100" scale={2} />);
    expect(tintOf(container)).toBe('none');
    await rerender(<Price value="101" scale={2} />);
    await expect.poll(() => tintOf(container)).toBe('tint-gain');
    await rerender(<Price value="99.5" scale={2} />);
    await expect.poll(() => tintOf(container)).toBe('tint-loss');
    await rerender(<Price listed value="99.6" scale={2} />);
    await expect.poll(() => tintOf(container)).toBe('tint-rise');
    await rerender(<Price listed value="99.5" scale={2} />);
    await expect.poll(() => tintOf(container)).toBe('tint-fall');
  });

  test('that comes after none, or goes, tells no direction', async () => {
    const { container, rerender } = await draw(<Price value="" scale={2} />);
    await rerender(<Price value="101" scale={2} />);
    await expect.element(page.getByText('101.00')).toBeVisible();
    expect(tintOf(container)).toBe('none');
  });

  test('reads left to right on a page that does not', async () => {
    await speak('ar');
    await draw(<Price value="1234.5" scale={1} />);
    await expect.element(page.getByText(/1.234.5|١٬٢٣٤٫٥/)).toHaveAttribute('dir', 'ltr');
  });
});

describe('a change in percent', () => {
  test.each([
    ['1.25', '+1.25%', 'rise', 1],
    ['-0.50', '-0.50%', 'fall', 1],
    ['0.00', '0.00%', 'flat', 0],
  ])('%s says so by sign, colour and arrow', async (value, text, token, arrows) => {
    const { container } = await draw(<Change value={value} />);
    await expect.element(page.getByText(text)).toBeVisible();
    expect(container.querySelectorAll('svg')).toHaveLength(arrows);
    expect(colour(page.getByText(text).element())).toBe(colourOf(token));
  });

  test.each([
    ['1.25', 'gain'],
    ['-0.50', 'loss'],
    ['0.00', 'text'],
  ])('%s of the one price that a page is about has the colour of %s', async (value, token) => {
    await draw(<Change value={value} tone="gain" />);
    expect(colour(page.getByText(/%/).element())).toBe(colourOf(token));
  });

  test('has no colour where prices stand close', async () => {
    const { container } = await draw(<Change value="1.25" tone="plain" />);
    expect(colour(page.getByText('+1.25%').element())).toBe(colourOf('text-muted'));
    expect(container.querySelectorAll('svg')).toHaveLength(1);
  });

  test.each([[''], [null], [undefined]])('%s is unknown, without colour', async (value) => {
    const { container } = await draw(<Change value={value} />);
    await expect.element(page.getByText('—')).toBeVisible();
    expect(container.querySelector('svg')).toBeNull();
  });
});

describe('a small line', () => {
  test('fills its box, rising or falling in the colours of the pair', async () => {
    const { container, rerender } = await draw(<Sparkline points={[1, 3, 2]} className="h-[40px] w-[120px]" />);
    const svg = container.querySelector('svg') ?? container;
    expect([svg.clientWidth, svg.clientHeight]).toEqual([120, 40]);
    expect(colour(svg)).toBe(colourOf('rise'));
    await rerender(<Sparkline points={[1, 3, 1]} className="h-[40px] w-[120px]" />);
    await expect.poll(() => colour(svg)).toBe(colourOf('flat'));
  });

  test('without data says so, and its stand-in is the same while it waits', async () => {
    const { container, rerender } = await draw(<Sparkline points={[]} className="h-[40px] w-[120px]" />);
    await expect.element(page.getByText('no data')).toBeVisible();
    const drawn = () => container.querySelector('path')?.getAttribute('d');
    const before = drawn();
    await rerender(<Sparkline points={[1]} className="h-[40px] w-[120px]" />);
    expect(drawn()).toBe(before);
  });
});

describe('the colours of gain and loss', () => {
  const root = document.documentElement;
  const pairOf = (one: string, other: string) => [colourOf(one), colourOf(other)];
  // As long as none is chosen.
  beforeEach(() => void delete root.dataset['pair']);

  test.each([
    ['zh-Hans-CN', 'red'],
    ['zh-Hant-HK', 'red'],
    ['ja', 'red'],
    ['ko', 'red'],
    ['en', 'green'],
    ['de', 'green'],
    ['fr', 'green'],
    ['it', 'green'],
    ['es', 'green'],
    ['ar', 'green'],
  ])('in %s gain is %s, and lists of the market are red up', (lang, gain) => {
    root.lang = lang;
    expect(pairOf('gain', 'loss')).toEqual(gain === 'red' ? pairOf('red', 'green') : pairOf('green', 'red'));
    expect([...pairOf('rise', 'fall'), colourOf('flat')]).toEqual([...pairOf('red', 'green'), colourOf('green')]);
  });

  test('in lists of the market are red for rising and green for the rest, in every language, until the person chooses', () => {
    for (const lang of ['zh-Hans-CN', 'en']) {
      root.lang = lang;
      expect([...pairOf('rise', 'fall'), colourOf('flat')]).toEqual([...pairOf('red', 'green'), colourOf('green')]);
    }
    root.dataset['pair'] = 'green-up';
    expect(pairOf('rise', 'fall')).toEqual(pairOf('green', 'red'));
  });

  test.each([
    ['red-up', 'red', 'green'],
    ['green-up', 'green', 'red'],
    ['colour-blind', 'blue', 'orange'],
  ])('are those that the person chose, %s, in every language and in lists too', (pair, up, down) => {
    root.dataset['pair'] = pair;
    for (const lang of ['zh-Hans-CN', 'de']) {
      root.lang = lang;
      expect(pairOf('gain', 'loss')).toEqual(pairOf(up, down));
      expect(pairOf('rise', 'fall')).toEqual(pairOf(up, down));
    }
  });

  test('are never that of danger', () => {
    for (const theme of ['dark', 'light']) {
      root.dataset['theme'] = theme;
      for (const side of ['red', 'green', 'blue', 'orange']) expect(colourOf('danger')).not.toBe(colourOf(side));
    }
  });
});
