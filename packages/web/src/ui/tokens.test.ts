import { describe, expect, test } from 'vitest';
import css from './tokens.css?raw';

/** The custom properties of every rule with exactly this selector. */
function declared(selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', body = ''] of css.matchAll(/^([^\s{}@/*].*) \{\n([^}]*)\}/gm)) {
    if (name !== selector) continue;
    for (const [, key = '', value = ''] of body.matchAll(/--([\w-]+): ([^;]+);/g)) found[key] = value;
  }
  return found;
}

type Colour = readonly number[];

function colour(hex: string): Colour {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(rgb: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const lights = [luminance(one), luminance(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

/** A tint as `--*-soft` mixes it: 14 % of the colour over a surface. */
function tinted(over: Colour, tint: Colour): Colour {
  return over.map((channel, at) => channel * 0.86 + (tint[at] ?? 0) * 0.14);
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3'];

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const tokens = declared(`:root[data-theme='${theme}']`);
  const of = (name: string) => colour(tokens[name] ?? '');

  test.each(['text', 'text-muted', 'accent', 'warn', 'info', 'red', 'green', 'blue', 'orange', 'violet', 'danger'])(
    '%s is readable on every surface',
    (name) => {
      for (const surface of surfaces) expect(contrast(of(name), of(surface)), surface).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['accent', 'accent-fill'],
    ['warn', 'warn'],
    ['info', 'info'],
    ['red', 'red'],
    ['green', 'green'],
    ['blue', 'blue'],
    ['orange', 'orange'],
    ['danger', 'danger'],
  ])('%s is readable on its own tint over page and panel', (name, tint) => {
    for (const surface of ['surface-0', 'surface-1', 'surface-2'])
      expect(contrast(of(name), tinted(of(surface), of(tint))), surface).toBeGreaterThanOrEqual(4.5);
  });

  test('words on filled buttons are readable, whatever the pair', () => {
    expect(contrast(of('on-accent'), of('accent-fill'))).toBeGreaterThanOrEqual(4.5);
    for (const fill of ['red', 'green', 'blue', 'orange'])
      expect(contrast(of('on-change'), of(fill)), fill).toBeGreaterThanOrEqual(4.5);
  });

  test('the frames of controls stand out from page and panel', () => {
    for (const surface of surfaces.slice(0, 3))
      expect(contrast(of('line-strong'), of(surface)), surface).toBeGreaterThanOrEqual(3);
  });
});

test('the root font follows the design width: 1920 above 1000px, else 750, and never exceeds 100px', () => {
  const sizes = [...css.matchAll(/font-size: (.+);/g)].map(([, size]) => size);
  // Once each: the layout must not change it, since a tablet in the phone's layout may be wider than 1000px. The last is the body's.
  expect(sizes).toEqual(['min(100px, calc(100vw / 750 * 100))', 'min(100px, calc(100vw / 1920 * 100))', 'medium']);
  expect(css).toContain('@media (width > 1000px)');
});
