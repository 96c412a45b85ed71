import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { NumberField } from './number-field.tsx';
import { readNumber, unread } from './read-number.ts';

function Size({ start = '', decimals = 2, unit = 'Lots' }: { start?: string; decimals?: number; unit?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <NumberField label="Size" value={value} onChange={setValue} decimals={decimals} unit={unit} />
      <output>{value}</output>
    </>
  );
}

const size = page.getByRole('textbox', { name: 'Size' });
const handedOn = page.getByRole('status');

describe('a number field', () => {
  test('takes no key that makes it no number, says why, and hands on what it shows', async () => {
    await draw(<Size />);
    await userEvent.click(size);
    await userEvent.keyboard('12a.3456');
    await expect.element(size).toHaveValue('12.34');
    await expect.element(handedOn).toHaveTextContent('12.34');
    await expect.element(size).toHaveAccessibleDescription('Decimal places allowed here: 2');
  });

  test('takes the digits of Arabic and full-width keyboards', async () => {
    await draw(<Size />);
    await userEvent.fill(size, '٣٫٥');
    await expect.element(handedOn).toHaveTextContent('3.5');
    await userEvent.fill(size, '１２');
    await expect.element(handedOn).toHaveTextContent('12');
  });

  test('has no decimals where the instrument has none', async () => {
    await draw(<Size decimals={0} />);
    await userEvent.click(size);
    await userEvent.keyboard('007.5');
    await expect.poll(() => handedOn.element().textContent).toBe('7');
  });

  test('can be emptied', async () => {
    await draw(<Size start="4.20" />);
    await userEvent.clear(size);
    await expect.element(size).toHaveValue('');
    await expect.element(handedOn).toBeEmptyDOMElement();
  });

  test('brings up the decimal keyboard of a phone and names its unit', async () => {
    await draw(<Size />);
    await expect.element(size).toHaveAttribute('inputmode', 'decimal');
    await expect.element(page.getByText('Lots')).toBeVisible();
  });

  test('in Arabic reads left to right, at the right edge of its box', async () => {
    await speak('ar');
    await draw(<Size start="-1" />);
    expect(getComputedStyle(size.element())).toMatchObject({ direction: 'ltr', textAlign: 'end' });
    const unit = page.getByText('Lots').element().getBoundingClientRect();
    expect(unit.right).toBeLessThanOrEqual(size.element().getBoundingClientRect().left);
  });

  test('says how it has read what is grouped, and tidies it when it is left', async () => {
    await draw(<Size />);
    await userEvent.click(size);
    await userEvent.keyboard('1,500');
    await expect.element(handedOn).toHaveTextContent('1500');
    await expect.element(size).toHaveAccessibleDescription('Read as 1500');
    await userEvent.tab();
    await expect.element(size).toHaveValue('1500');
  });

  test.each([
    ['how it was read', 'de', '0.05', '0,05'],
    ['why a key was refused', 'en', '12a', '12'],
  ] as const)(
    'leaves what is below it in its place while that is pressed, though it says no longer %s',
    async (_, language, typed, left) => {
      await speak(language);
      let presses = 0;
      await draw(
        <>
          <Size />
          <button type="button" className="block h-[12px] leading-none" onClick={() => (presses += 1)}>
            Buy
          </button>
        </>,
      );
      await userEvent.click(size);
      await userEvent.keyboard(typed);
      await expect.element(size).toHaveAccessibleDescription(/./);
      await userEvent.click(page.getByRole('button', { name: 'Buy' }));
      await expect.element(size).toHaveValue(left);
      await expect.element(size).not.toHaveAccessibleDescription();
      expect(presses).toBe(1);
    },
  );

  test('hands on neither a number nor nothing while what stands there is not a number yet', async () => {
    await draw(<Size />);
    await userEvent.click(size);
    await userEvent.keyboard('1,234,5');
    await expect.element(handedOn).toHaveTextContent('?1,234,5');
    await expect.element(size).not.toHaveAccessibleDescription();
    await userEvent.tab();
    await expect.element(size).toHaveAccessibleDescription('The digit groups do not fit. Check commas and points.');
  });

  test('says what is wrong with what stands there when its form is sent without leaving it', async () => {
    const sent = (event: { preventDefault(): void }) => event.preventDefault();
    await draw(
      <form onSubmit={sent}>
        <Size />
      </form>,
    );
    await userEvent.click(size);
    await userEvent.keyboard('1,2,3');
    await expect.element(size).toHaveValue('1,2,3');
    await expect.element(size).not.toHaveAccessibleDescription();
    document.querySelector('form')?.requestSubmit();
    await expect.element(size).toHaveAccessibleDescription(/^The digit groups do not fit/);
    await expect.element(size).toHaveFocus();
  });

  test('by Enter says what is wrong with what stands there, and not what its form has to say of it', async () => {
    await draw(<NumberField label="Size" value="?1,234,5" onChange={() => undefined} decimals={2} error="Too large" />);
    await expect.element(size).toHaveValue('1,234,5');
    await expect.element(size).toHaveAccessibleDescription('The digit groups do not fit. Check commas and points.');
    await draw(<Size />);
    await userEvent.click(size.last());
    await userEvent.keyboard('.{Enter}');
    await expect.element(size.last()).toHaveAccessibleDescription(/^This is not a number/);
  });

  test('can be emptied of what is no number, by its form too', async () => {
    await draw(<Size start="?64,250,5" />);
    await userEvent.clear(size);
    await expect.element(handedOn).toBeEmptyDOMElement();
    const { rerender } = await draw(<NumberField label="Stop" value="?1,2" onChange={() => undefined} decimals={2} />);
    await rerender(<NumberField label="Stop" value="" onChange={() => undefined} decimals={2} />);
    await expect.element(page.getByRole('textbox', { name: 'Stop' })).toHaveValue('');
  });

  test.each(languages)('in %s takes no key for an end: what is no number is none at any of its keys', async (language) => {
    await speak(language);
    const heard: string[] = [];
    function Heard() {
      const [value, setValue] = useState('');
      const hear = (next: string) => {
        heard.push(next);
        setValue(next);
      };
      return <NumberField label="Size" value={value} onChange={hear} decimals={3} />;
    }
    await draw(<Heard />);
    for (const text of ['1.234.5', '1,234,5', "1'23", '1.085', '1,085', '.', ',', '1,2.3,4']) {
      await userEvent.clear(size);
      heard.length = 0;
      await userEvent.click(size);
      for (const key of text) await userEvent.keyboard(key);
      const typed = size.element() instanceof HTMLInputElement ? (size.element() as HTMLInputElement).value : '';
      const reading = readNumber(typed, language, 3);
      expect(heard.at(-1)).toBe('value' in reading ? reading.value : unread(typed));
      expect(heard).not.toContain('');
    }
  });

  test('writes decimals in the way of the language', async () => {
    await speak('de');
    await draw(<Size start="0.05" />);
    await expect.element(page.getByRole('textbox')).toHaveValue('0,05');
  });

  test('leaves the caret where it was when a key is refused', async () => {
    await draw(<Size start="1234" />);
    await userEvent.click(size);
    await userEvent.keyboard('{Home}{ArrowRight}x9');
    await expect.element(size).toHaveValue('19234');
    await userEvent.keyboard('٨7');
    await expect.element(size).toHaveValue('1987234');
  });

  test('in German says how groups of digits are read, once they fit', async () => {
    await speak('de');
    await draw(<Size />);
    await userEvent.click(size);
    await userEvent.keyboard('1.234.56');
    await expect.element(handedOn).toHaveTextContent('?1.234.56');
    await userEvent.keyboard('7');
    await expect.element(size).toHaveAccessibleDescription('Gelesen als 1234567');
    await userEvent.tab();
    await expect.element(size).toHaveValue('1234567');
  });

  test('leaves an input method alone until it has ended, and counts its full-width digits once', async () => {
    await draw(<Size />);
    await userEvent.click(size);
    for (const text of ['１', '１２', '１２３']) {
      await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await expect.element(size).toHaveValue('１２３');
    await expect.element(handedOn).toBeEmptyDOMElement();
    await cdp().send('Input.insertText', { text: '１２３' });
    await expect.element(size).toHaveValue('123');
    await expect.element(handedOn).toHaveTextContent('123');
  });
});

/** The browser has one clipboard for all of its pages: only this file, whose tests run one after the other, uses it. */
async function paste(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  await userEvent.paste();
}

describe('what is pasted into a number field', () => {
  test.each([
    ['en', '78,270.65 USDT', '78270.65', '78270.65'],
    ['en', '1,500', '1500', '1500'],
    ['de', '1.234,56', '1234,56', '1234.56'],
    ['fr', '1\u202f234,5', '1234,5', '1234.5'],
    ['ar', '١٬٢٣٤٫٥', '1234.5', '1234.5'],
  ] satisfies [Language, string, string, string][])('may be what the site prints (%s: %s)', async (...row) => {
    const [language, copied, shown, value] = row;
    await speak(language);
    await draw(<Size unit="USDT" />);
    await userEvent.click(size);
    await paste(copied);
    await expect.element(size).toHaveValue(shown);
    await expect.element(handedOn).toHaveTextContent(value);
  });

  test.each([
    ['-4', 'Numbers here have no sign. Enter it without + or −.'],
    ['1e3', 'This is not a number, or it includes a unit. Enter digits only.'],
    ['3.8B', 'This is not a number, or it includes a unit. Enter digits only.'],
    ['0.5 BTC', 'This is not a number, or it includes a unit. Enter digits only.'],
    ['1,23,4', 'The digit groups do not fit. Check commas and points.'],
  ])('is refused with the reason while the text before stays: %s', async (copied, reason) => {
    await draw(<Size start="250" unit="USDT" />);
    await userEvent.click(size);
    await userEvent.keyboard('{End}{ArrowLeft}');
    await paste(copied);
    await expect.element(size).toHaveAccessibleDescription(reason);
    await expect.element(size).toHaveValue('250');
    await userEvent.keyboard('7');
    await expect.element(size).toHaveValue('2570');
    await expect.element(size).not.toHaveAccessibleDescription(reason);
  });
});
