import { expect, test } from 'vitest';
import { pagesFor } from './pages.ts';

test('the account is offered to who is signed in, and to log in to who is not', () => {
  const offered = (isLogin: boolean) => pagesFor(isLogin).map(({ path }) => path);
  const everybodys = ['/', '/market', '/trading', '/loan', '/nfts'];
  expect(offered(true)).toEqual([
    ...everybodys,
    '/profile',
    '/profile/balance',
    '/profile/notification',
    '/profile/invite',
    '/help',
    '/profile?section=orders',
    '/profile?section=statement',
    '/profile?section=security',
    '/profile?section=settings',
  ]);
  expect(offered(false)).toEqual([...everybodys, '/help', '/pass/login', '/pass/register']);
});
