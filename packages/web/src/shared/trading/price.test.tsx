import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
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

  test('takes the colour of its last change, and none before there was one', async () => {
    const { container, rerender } = await draw(<Price value="100" scale={2} coloured />);
    const price = () => container.querySelector('bdi') ?? container;
    expect(colour(price())).toBe(colour(container));
    await rerender(<Price value="101" scale={2} coloured />);
    await expect.poll(() => colour(price())).toBe(colourOf('rise'));
    await rerender(<Price value="99.5" scale={2} coloured />);
    await expect.poll(() => colour(price())).toBe(colourOf('fall'));
  });

  test('that comes after none, or goes, tells no direction', async () => {
    const { container, rerender } = await draw(<Price value="" scale={2} coloured />);
    await rerender(<Price value="101" scale={2} coloured />);
    await expect.element(page.getByText('101.00')).toBeVisible();
    expect(container.querySelector('[class*=tint]')).toBeNull();
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

  test.each([[''], [null], [undefined]])('%s is unknown, without colour', async (value) => {
    const { container } = await draw(<Change value={value} />);
    await expect.element(page.getByText('—')).toBeVisible();
    expect(container.querySelector('svg')).toBeNull();
  });
});

describe('a small line', () => {
  test('fills its box, rising or falling in the colours of the pair', async () => {
    const { container, rerender } = await draw(<Sparkline points={[1, 3, 2]} change="2" className="h-[40px] w-[120px]" />);
    const svg = container.querySelector('svg') ?? container;
    expect([svg.clientWidth, svg.clientHeight]).toEqual([120, 40]);
    expect(colour(svg)).toBe(colourOf('rise'));
    await rerender(<Sparkline points={[1, 3, 2]} change="-2" className="h-[40px] w-[120px]" />);
    await expect.poll(() => colour(svg)).toBe(colourOf('flat'));
  });

  test('without data says so, and its stand-in is the same while it waits', async () => {
    const { container, rerender } = await draw(<Sparkline points={[]} change={null} className="h-[40px] w-[120px]" />);
    await expect.element(page.getByText('no data')).toBeVisible();
    const drawn = () => container.querySelector('path')?.getAttribute('d');
    const before = drawn();
    await rerender(<Sparkline points={[1]} change={null} className="h-[40px] w-[120px]" />);
    expect(drawn()).toBe(before);
  });
});
