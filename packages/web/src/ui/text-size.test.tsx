import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../test/around.tsx';

/** As if the person had set their browser's text to so many pixels; empty for what they have set it to. */
const set = (size: string) => {
  document.body.style.fontSize = size;
};
afterEach(() => set(''));

const tenths = (size: number) => Math.round(10 * size) / 10;
const sizeOf = (element: Element) => tenths(Number.parseFloat(getComputedStyle(element).fontSize));
const sizes = () => ['Caption', 'Body', 'Title'].map((name) => sizeOf(page.getByText(name, { exact: true }).element()));

test('text grows by what the browser is set to beyond the usual, wherever it stands, and never shrinks', async () => {
  await draw(
    <section>
      <p className="text-caption">Caption</p>
      <div className="text-title">
        <p>Title</p>
      </div>
      <p>Body</p>
    </section>,
  );
  // The body has the browser's own size, and no other.
  expect(sizeOf(document.body)).toBe(16);
  const measure = sizeOf(document.documentElement);
  const [caption = 0, body = 0, title = 0] = sizes();
  const larger = (by: number) => [caption + 0.8 * by, body + by, title + 1.2 * by].map(tenths);
  for (const [size, by] of [
    ['20px', 4],
    ['12px', 0],
    ['40px', 8],
  ] as const) {
    set(size);
    await expect.poll(sizes).toEqual(larger(by));
  }
  // The measure of the design stays, and with it every width that is given in it.
  expect(sizeOf(document.documentElement)).toBe(measure);
});
