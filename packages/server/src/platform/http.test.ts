import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { serveNotYetOpen } from './http.ts';

const db = await testDatabase();
const { http, from, register } = await identityApp(db, standingClock());

test('a part that a deployment leaves out says that it is not open yet, behind its own sign-in rule', async () => {
  serveNotYetOpen(http, [index.listNft, user.withdrawal]);
  const { token } = await register('curious');
  const real = from('192.0.2.1', token, { virtually: 'YES' });
  const asked = { methodId: '1', asset: 'USDT', amount: '1', code: '1' };
  await expect(real(index.listNft, {})).rejects.toMatchObject({ code: '11001', httpStatus: 503 });
  expect(await refusalOf(real(user.withdrawal, asked))).toBe('11001');
  expect(await refusalOf(from('192.0.2.1')(user.withdrawal, asked))).toBe('401');
});
