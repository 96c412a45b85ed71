import { readFile } from 'node:fs/promises';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { notificationKinds } from '@assay/contract/vocabulary/notifications.ts';
import { expect, test } from 'vitest';
import type { NotificationContent } from '../notify.ts';
import { composeMail } from './compose.ts';

const contract = { orderId: '1', code: 'BTCUSDT', side: 'long', lots: '1.5', price: '64250.10' } as const;
const plan = { orderId: 'p1', product: 'Gold Steady' };
const told: readonly NotificationContent[] = [
  { kind: 'positionOpened', values: contract },
  { kind: 'positionClosed', values: { ...contract, profit: '12.5', reason: 'trailingStop' } },
  { kind: 'positionParted', values: { ...contract, profit: '12.5', reason: 'takeProfit' } },
  { kind: 'positionLiquidated', values: { ...contract, profit: '-12.5' } },
  { kind: 'orderEnded', values: { ...contract, ending: 'uncovered' } },
  { kind: 'marginWarning', values: { ...contract, liquidationPrice: '64000.00' } },
  {
    kind: 'optionSettled',
    values: { orderId: 'o1', code: 'BTCUSDT', direction: 'up', stake: '10', outcome: 'won', profit: '8' },
  },
  { kind: 'shareSplit', values: { orderId: '1', code: 'BTCUSDT', oldUnits: '2', newUnits: '35' } },
  { kind: 'dividend', values: { orderId: '1', code: 'BTCUSDT', side: 'short', lots: '1.5', profit: '-2.04' } },
  {
    kind: 'spotFilled',
    values: { orderId: 's1', code: 'BTCUSDT', side: 'sell', base: 'BTC', quantity: '0.25', price: '64250.10' },
  },
  { kind: 'spotExpired', values: { orderId: 's2', code: 'BTCUSDT', side: 'buy', base: 'BTC', quantity: '0.25' } },
  { kind: 'planIncome', values: { ...plan, income: '4' } },
  { kind: 'planMatured', values: { ...plan, principal: '1000', income: '28' } },
  { kind: 'planExited', values: { ...plan, returned: '950' } },
  { kind: 'planExpired', values: { ...plan, principal: '1000' } },
  { kind: 'priceAlert', values: { code: 'BTCUSDT', direction: 'below', price: '64250.10', reached: '64250.05' } },
  {
    kind: 'calendarEvent',
    values: { code: 'BTCUSDT', at: '2030-01-08T13:30:00.000Z', event: 'inflation', what: 'USD · CPI' },
  },
  { kind: 'outbid', values: { nftId: 'n1', title: 'Blue', released: '50', currentBid: '52.5' } },
  { kind: 'nftWon', values: { nftId: 'n1', title: 'Blue', donation: '52.5', charity: 'Children' } },
  { kind: 'reserveMissed', values: { nftId: 'n1', title: 'Blue', released: '50' } },
  { kind: 'inviteReward', values: { day: '2030-01-06', asset: 'ETH', amount: '0.00125' } },
  { kind: 'notice', values: { contentId: 'seven', title: 'Blue' } },
  { kind: 'depositStatus', values: { depositId: 'D300107-1', asset: 'USDT', amount: '120', deposit: 'proofUnreadable' } },
  { kind: 'withdrawalStatus', values: { withdrawalId: 'W300107-1', asset: 'BTC', amount: '0.5', withdrawal: 'completed' } },
  { kind: 'loanStatus', values: { loanNo: 'L300107-7K3M9QXA2C', amount: '1000', loan: 'paidOut' } },
  { kind: 'loanDue', values: { loanNo: 'L300107-7K3M9QXA2C', amount: '1023', dueDay: '2030-02-06' } },
  { kind: 'kycStatus', values: { caseNo: 'K300107-7K3M9QXA2C', kyc: 'failed' } },
  { kind: 'limitReached', values: { limit: '100', lost: '104.5' } },
  { kind: 'apiKeyMade', values: { keyName: '2030', right: 'trade' } },
  { kind: 'supportAnswered', values: { operator: 'carol' } },
];
const compose = (one: NotificationContent, language: (typeof languages)[number]) =>
  composeMail({
    told: one,
    to: 'reader@example.com',
    language,
    book: 'demo',
    at: new Date(Date.UTC(2030, 0, 7, 12, 5)),
    origin: 'https://assay.example',
  });

test('every kind has words', () => {
  expect(told.map(({ kind }) => kind)).toEqual(notificationKinds);
});

test.for(languages)('a mail in %s says everything in words and figures, and no amount in its subject', (language) => {
  for (const one of told) {
    const { subject, text } = compose(one, language);
    expect(subject + text).not.toMatch(/[{}]|undefined|trailingStop/);
    expect(subject).toMatch(
      /^Assay · .+ · (BTCUSDT|Gold Steady|USD · CPI|Blue|ETH|USDT|BTC|carol|2030|[KL]300107-7K3M9QXA2C)$/,
    );
    expect(subject).not.toMatch(/64.?250|1.?000/);
    expect(text).toContain('2030-01-07 12:05');
    expect(text).toContain('https://assay.example/profile/notification');
    for (const [name, value] of Object.entries(one.values)) {
      // A time is given to the minute.
      const digits = (name === 'at' ? value.slice(0, 16) : value).replace(/\D/g, '');
      if (digits !== '' && name !== 'orderId') expect(text.replace(/[^\d]/g, ''), `${one.kind} ${name}`).toContain(digits);
    }
  }
});

test.for(languages)('what is mailed in %s is in the words of that language', async (language) => {
  const file = await readFile(new URL(`${language}.json`, import.meta.url), 'utf8');
  const { kinds, account } = JSON.parse(file) as {
    readonly kinds: Record<string, { readonly title: string }>;
    readonly account: { readonly demo: string };
  };
  for (const one of told) {
    const { subject, text } = compose(one, language);
    expect(subject.split(' · ')[1]).toBe(kinds[one.kind]?.title);
    expect(text.split('\n\n')[1]).toBe(account.demo);
  }
});
