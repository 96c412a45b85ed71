import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { wire } from '../../../test/wire.ts';
import { Picture } from './picture.tsx';

const path = (id: string) => `/user/support/image/${id}`;

test('a picture that has been erased is called gone, and is not asked for again', async () => {
  const { next } = wire();
  const id = crypto.randomUUID();
  await draw(<Picture id={id} />);
  (await next(path(id))).refuse('404', 'Not found', 404);
  await expect.element(page.getByText('This picture has been erased')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a picture whose answer was lost can be asked for again', async () => {
  const { next } = wire();
  const id = crypto.randomUUID();
  await draw(<Picture id={id} />);
  (await next(path(id))).lose();
  (await next(path(id))).lose();
  await expect.element(page.getByText('The picture could not be loaded')).toBeVisible();
  await userEvent.click(page.getByRole('button'));
  (await next(path(id))).refuse('404', 'Not found', 404);
  await expect.element(page.getByText('This picture has been erased')).toBeVisible();
});
