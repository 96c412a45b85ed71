import type { ComponentType } from 'react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPage } from './lazy-page.ts';

const gone = () => Promise.reject<ComponentType>(new TypeError('Failed to fetch dynamically imported module'));
const reload = page.getByRole('button', { name: 'Reload' });

test('a page whose code is gone offers to reload, and to go home', async () => {
  const Missing = lazyPage(gone);
  await draw(
    <ErrorBoundary>
      <Suspense>
        <Missing />
      </Suspense>
    </ErrorBoundary>,
  );
  await expect
    .element(page.getByRole('alert').getByRole('heading', { name: 'The page has not finished loading' }))
    .toBeVisible();
  await expect.element(reload).toBeVisible();
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/');
});

test('what stands nowhere until it is wanted offers the same in a message', async () => {
  const Missing = lazyPage(gone);
  await draw(
    <ErrorBoundary what="nothing">
      <Suspense>
        <Missing />
      </Suspense>
    </ErrorBoundary>,
  );
  await expect.element(page.getByText('The page has not finished loading').first()).toBeVisible();
  await expect.element(reload).toBeVisible();
});
