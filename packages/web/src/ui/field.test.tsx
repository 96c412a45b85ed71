import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { Input, NumberField } from './field.tsx';

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
  test('keeps digits and one decimal point of what is typed, and hands on what it shows', async () => {
    await draw(<Size />);
    await userEvent.click(size);
    await userEvent.keyboard('12a,3456');
    await expect.element(size).toHaveValue('12.34');
    await expect.element(handedOn).toHaveTextContent('12.34');
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
    await expect.element(handedOn).toHaveTextContent('75');
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
});

describe('a text field', () => {
  test('is reached by its label and described by its hint', async () => {
    await draw(<Input label="Name" hint="As in your passport" />);
    await userEvent.click(page.getByText('Name'));
    const field = page.getByRole('textbox', { name: 'Name' });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription('As in your passport');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
  });

  test('says what is wrong, ahead of the hint', async () => {
    await draw(<Input label="Name" hint="As in your passport" error="Too short" />);
    const field = page.getByRole('textbox', { name: 'Name' });
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveAccessibleDescription('Too short As in your passport');
  });

  test('has its errors read out: the region for them stands there before they do', async () => {
    const { rerender } = await draw(<Input label="Name" error="Too short" />);
    const region = () => page.getByText(/^Too/).element().closest('[aria-live=polite]');
    const before = region();
    expect(before).not.toBeNull();
    await rerender(<Input label="Name" />);
    expect(before?.isConnected).toBe(true);
    await rerender(<Input label="Name" error="Too long" />);
    expect(region()).toBe(before);
  });

  test('two of the same label are told apart', async () => {
    await draw(
      <>
        <Input label="Name" error="The first is wrong" />
        <Input label="Name" />
      </>,
    );
    const [first, second] = page.getByRole('textbox', { name: 'Name' }).elements();
    expect(first?.id).not.toBe(second?.id);
    expect([first?.getAttribute('aria-invalid'), second?.getAttribute('aria-invalid')]).toEqual(['true', null]);
  });
});
