import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { Input } from './field.tsx';

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
