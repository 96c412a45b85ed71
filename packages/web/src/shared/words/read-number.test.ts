import { languages } from '@assay/contract/vocabulary/languages.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../client/test-browser.ts';
import { isPlainly, readNumber, westernDigits, writeNumber } from './read-number.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

fakeBrowser();
const { createFormat } = await import('./format.ts');

describe('what a person types or pastes into a number field', () => {
  test.each([
    ['1,500', 'en', '1500'],
    ['1,500', 'de', '1.500'],
    ['1.500', 'de', '1500'],
    ['1.500', 'en', '1.500'],
    ['78,270.65', 'en', '78270.65'],
    ['78,270.65', 'de', '78270.65'],
    ['1.234,56', 'en', '1234.56'],
    ['1.234.567', 'en', '1234567'],
    ['1 234,567', 'en', '1234.567'],
    ['1\u202f234,5', 'fr', '1234.5'],
    ["1'234.5", 'it', '1234.5'],
    ['1٬234٫5', 'ar', '1234.5'],
    ['1,5', 'en', '1.5'],
    ['0.5', 'de', '0.5'],
    ['0,500', 'en', '0.500'],
    ['1234,5000', 'en', '1234.5000'],
    ['1234.500', 'en', '1234.500'],
    ['1234,500', 'de', '1234.500'],
    ['0.500', 'de', '0.500'],
    ['１２．５', 'ja', '12.5'],
    ['１２。５', 'ja', '12.5'],
    ['٣٫٥', 'ar', '3.5'],
    ['۷', 'ar', '7'],
    ['\u2067 12 \u2069', 'ar', '12'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['007', 'en', '7'],
    ['12 USDT', 'en', '12'],
    ['usdt 12', 'en', '12'],
    ['1.2300000000', 'en', '1.23000000'],
    ['', 'en', ''],
  ] as const)('%j in %s is %j', (typed, language, value) => {
    expect(readNumber(typed, language, 8, 'USDT')).toEqual({ value });
  });

  test.each([
    ['-4', 'en', 'sign'],
    ['−4', 'en', 'sign'],
    ['4-', 'en', 'sign'],
    ['+4', 'en', 'sign'],
    ['(4)', 'en', 'sign'],
    ['1e3', 'en', 'notANumber'],
    ['1e-3', 'en', 'notANumber'],
    ['12 BTC', 'en', 'notANumber'],
    ['3.8B', 'en', 'notANumber'],
    ['3,8 Mio.', 'de', 'notANumber'],
    ['.', 'en', 'notANumber'],
    ['1.2.3', 'en', 'grouping'],
    ['1,23,4', 'en', 'grouping'],
    ['12,34.5', 'en', 'grouping'],
    ['1.234,567,8', 'en', 'grouping'],
    ['1 2', 'en', 'grouping'],
    ['0,123,456', 'en', 'grouping'],
    ["1'234,567.8", 'en', 'grouping'],
    ['1٫2٫3', 'ar', 'grouping'],
    ['1.234', 'fr', 'ambiguous'],
    ['1234,500', 'en', 'ambiguous'],
    ['12345,678', 'ja', 'ambiguous'],
    ['1234.500', 'de', 'ambiguous'],
    ['1234.567', 'fr', 'ambiguous'],
    [',500', 'en', 'ambiguous'],
    ['.500', 'es', 'ambiguous'],
    ['012,500', 'en', 'grouping'],
    ['1.234567891', 'en', 'decimals'],
    ['1234567890123456789', 'en', 'tooLong'],
  ] as const)('%j in %s is refused: %s', (typed, language, misread) => {
    expect(readNumber(typed, language, 8, 'USDT')).toEqual({ misread });
  });

  test('is not cut to the decimals of the instrument, except for noughts', () => {
    expect(readNumber('1.239', 'en', 2)).toEqual({ misread: 'decimals' });
    expect(readNumber('1.230', 'en', 2)).toEqual({ value: '1.23' });
    expect(readNumber('5.00', 'en', 0)).toEqual({ value: '5' });
  });

  test('keeps its length when digits of other scripts are turned into Western ones, so that the caret stays', () => {
    expect(westernDigits('１２，５')).toBe('12,5');
    expect(westernDigits('٣٫٥')).toBe('3٫5');
  });
});

describe('properties in all ten languages', () => {
  const plain = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 8 }), fc.bigInt({ min: 0n, max: 99_999_999n }))
    .map(([whole, decimals, part]) =>
      decimals === 0 ? `${whole}` : `${whole}.${String(part).padStart(8, '0').slice(0, decimals)}`,
    );
  const worth = (decimal: string) => {
    const [whole = '', fraction = ''] = decimal.split('.');
    return BigInt(whole + fraction.padEnd(8, '0'));
  };
  const worthOf = (typed: string, language: (typeof languages)[number]) => {
    const reading = readNumber(typed, language, 8);
    return 'value' in reading ? worth(reading.value) : reading.misread;
  };

  test.each(languages)('what the site prints, the field reads back (%s)', (language) => {
    const format = createFormat(language);
    fc.assert(
      fc.property(plain, (decimal) => {
        expect(worthOf(format.price(decimal), language)).toBe(worth(decimal));
        expect(worthOf(format.quantity(decimal), language)).toBe(worth(decimal));
        expect(worthOf(format.amount(decimal, 'BTC'), language)).toBe(worth(decimal));
        expect(readNumber(`${format.price(decimal)} BTC`, language, 8, 'BTC')).toEqual(
          readNumber(format.price(decimal), language, 8),
        );
      }),
    );
  });

  test.each(languages)('three figures behind another language’s point are thousands, or nobody’s guess (%s)', (language) => {
    const ownPoint = writeNumber('0.5', language).charAt(1);
    const otherPoint = ownPoint === '.' ? ',' : '.';
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 0, max: 999 }), (head, three) => {
        const tail = String(three).padStart(3, '0');
        const reading = readNumber(`${head}${otherPoint}${tail}`, language, 8);
        expect([{ value: `${head}${tail}` }, { misread: 'ambiguous' }]).toContainEqual(reading);
        if (head > 999n) expect(reading).toEqual({ misread: 'ambiguous' });
        expect(readNumber(`${head}${ownPoint}${tail}`, language, 8)).toEqual({ value: `${head}.${tail}` });
      }),
    );
  });

  test.each(languages)('groups of another size than three are refused (%s)', (language) => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.constantFrom(',', '.', ' ', "'"), (groups, sign) => {
        const typed = groups.map((size) => '7'.repeat(size)).join(sign);
        const reading = readNumber(typed, language, 8);
        const isGrouped = groups.every((size, place) => (place === 0 ? size <= 3 : size === 3));
        if (isGrouped) return;
        // One point or comma may still begin decimals.
        if (groups.length > 2 || ![',', '.'].includes(sign)) expect(reading).toEqual({ misread: 'grouping' });
      }),
    );
  });

  test.each(languages)('what the field writes, it reads back to the letter (%s)', (language) => {
    fc.assert(
      fc.property(plain, (decimal) => {
        const shown = writeNumber(decimal, language);
        expect(readNumber(shown, language, 8)).toEqual({ value: decimal });
        expect(isPlainly(shown, language)).toBe(true);
      }),
    );
  });

  test("Arabic digits as `Intl` prints them in Egypt's way are read in every language", () => {
    const egypt = new Intl.NumberFormat('ar-EG', { maximumFractionDigits: 8 });
    fc.assert(
      fc.property(plain, fc.constantFrom(...languages), (decimal, language) => {
        expect(worthOf(egypt.format(decimal as Intl.StringNumericLiteral), language)).toBe(worth(decimal));
      }),
    );
  });

  test('whatever is typed, the answer is a plain decimal or a reason', () => {
    const keys = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,'’ -+eE٣٫٬１，。")), maxLength: 24 });
    fc.assert(
      fc.property(keys, fc.constantFrom(...languages), (typed, language) => {
        const reading = readNumber(typed, language, 4);
        if ('value' in reading) expect(reading.value).toMatch(/^(?:|(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,4})?)$/);
      }),
    );
  });
});
