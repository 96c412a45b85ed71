import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { NumberField } from './number-field.tsx';

function Size({ start = '', decimals = 2 }: { start?: string; decimals?: number }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <NumberField label="Size" value={value} onChange={setValue} decimals={decimals} unit="Lots" />
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
    await expect.element(size).toHaveAccessibleDescription('Decimals possible here: 2');
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

  test('has no value while what stands there is not a number yet', async () => {
    await draw(<Size />);
    await userEvent.click(size);
    await userEvent.keyboard('1,234,5');
    await expect.element(handedOn).toBeEmptyDOMElement();
    await userEvent.tab();
    await expect.element(size).toHaveAccessibleDescription('The groups of digits do not fit. Check commas and points.');
  });

  test('writes decimals in the way of the language', async () => {
    await speak('de');
    await draw(<Size start="0.05" />);
    await expect.element(page.getByRole('textbox')).toHaveValue('0,05');
  });
});
