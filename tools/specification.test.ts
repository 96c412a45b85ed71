// Sections 3, 4, 7, 8 and 9 of the customer's specification, written down as data and compared with the contract and its
// locales.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { customerPrefix, feedPath } from '@assay/contract/paths.ts';
import { codes } from '@assay/contract/vocabulary/codes.ts';
import { depositStatuses, withdrawalStatuses } from '@assay/contract/vocabulary/funds.ts';
import { documentTypes, sexes } from '@assay/contract/vocabulary/kyc.ts';
import { defaultLanguage, languages } from '@assay/contract/vocabulary/languages.ts';
import * as limits from '@assay/contract/vocabulary/limits.ts';
import { loanStatuses } from '@assay/contract/vocabulary/loans.ts';
import { marketTypes, timeUnits } from '@assay/contract/vocabulary/markets.ts';
import { kycStatuses, planStatuses, positionStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, test } from 'vitest';
import { root } from './gate.ts';

const specifiedCalls = {
  login: [
    'GET /login/checkUserNameOrPhone',
    'POST /login/register',
    'POST /login/login',
    'POST /login/sendCode',
    'POST /login/loginByGoogle',
    'POST /login/loginByDapp',
  ],
  index: [
    'GET /index/listMarketAll',
    'GET /index/getKValueByCodeAndDate',
    'GET /index/getMarketInfo/{id}',
    'GET /index/listContents/{}',
    'GET /index/getContentsById/{id}',
    'GET /index/getParamByKey/{key}',
    'GET /index/listNft',
  ],
  order: [
    'POST /order/buySmart',
    'POST /order/stopU',
    'GET /order/listSmartOrder',
    'GET /order/listUOrder',
    'GET /order/listBbOrder',
    'GET /order/getAssestInfo/{code}',
    'GET /order/getProfitTotal',
    'POST /order/buyOptions',
    'POST /order/buyU',
    'POST /order/submit',
    'GET /order/getOptionsOrderById/{id}',
    'GET /order/listOptionsOrder',
  ],
  user: [
    'POST /user/identification',
    'POST /user/getUserInfo',
    'POST /user/recharge',
    'POST /user/withdrawal',
    'POST /user/buyNft',
    'GET /user/listNft',
    'POST /user/loan',
    'GET /user/listRecharge',
    'GET /user/listWithdrwal',
    'GET /user/listLoanRecord',
    'POST /user/repassword',
  ],
} as const;

/** Number of each code and a word of its meaning, so that no code quietly takes over another's number. */
const specifiedCodes: Readonly<Record<string, RegExp>> = {
  '10001': /username or email/i,
  '10002': /email wrong/i,
  '10003': /username input/i,
  '10004': /password wrong/i,
  '10005': /abnormal user status/i,
  '10006': /username exists/i,
  '10007': /email exists/i,
  '10008': /user status wrong/i,
  '10009': /no matching user/i,
  '10010': /smart .*product wrong/i,
  '10011': /insufficient balance/i,
  '10012': /no matching days/i,
  '10013': /investment amount wrong/i,
  '10014': /options product wrong/i,
  '10015': /not currently available for trading/i,
  '10016': /purchase amount wrong/i,
  '10017': /no matching period/i,
  '10018': /failed to get system parameters/i,
  '10019': /authentication status wrong/i,
  '10020': /collection .*status wrong/i,
  '10021': /receive address not filled/i,
  '10022': /not real-name verified/i,
  '10023': /loan term set wrong/i,
  '10024': /already bought/i,
  '10025': /choose a withdrawal method/i,
  '10091': /verification code error/i,
  '30000': /do not submit repeatedly/i,
  '20001': /submitted for review/i,
  '20002': /recharge added/i,
  '20003': /withdrawal added/i,
  '20004': /purchase successful/i,
  '20005': /modified successfully/i,
};

/** `{languageType}` and `{}` are the same place in a path; `{id}`, `{key}` and `{code}` are named by the specification. */
const comparable = (call: string): string => call.replace(/\/listContents\/\{\w*\}/, '/listContents/{}');

describe('the contract and the specification', () => {
  test.for(Object.entries(specifiedCalls))('has every call of the module %s, letter for letter', ([name, calls]) => {
    const module: Record<string, Endpoint> = customerCalls[name as keyof typeof customerCalls];
    const declared = Object.values(module).map(({ method, path }) => comparable(`${method} ${path}`));
    expect(calls.filter((call) => !declared.includes(call))).toEqual([]);
  });

  test('has 36 calls of the specification under its prefix, and its live feed', () => {
    expect(Object.values(specifiedCalls).flat()).toHaveLength(36);
    expect(customerPrefix).toBe('/swx/customer');
    expect(feedPath).toBe('/websocket/message');
  });

  test('declares no call twice and keeps each in the module of its path', () => {
    const all = Object.entries<Record<string, Endpoint>>(customerCalls).flatMap(([module, calls]) =>
      Object.values(calls).map(({ method, path }) => ({ module, call: `${method} ${path}`, first: path.split('/')[1] })),
    );
    expect(new Set(all.map(({ call }) => call)).size).toBe(all.length);
    expect(all.filter(({ module, first }) => module !== first)).toEqual([]);
  });

  test.for(Object.entries(specifiedCodes))('gives code %s the meaning %s', ([number, meaning]) => {
    expect(codes).toHaveProperty(number);
    expect(Object.entries(codes).find(([key]) => key === number)?.[1]).toMatch(meaning);
  });

  test('numbers codes of its own from 11001 up', () => {
    const http = /^[2-5]\d\d$/;
    const own = Object.keys(codes).filter((number) => !http.test(number) && specifiedCodes[number] === undefined);
    expect(own.filter((number) => !/^11\d{3}$/.test(number) || number === '11000')).toEqual([]);
  });
});

describe('the constants of the specification', () => {
  test('requests wait 90 seconds and parts of the page 120', () => {
    expect([limits.requestTimeoutMs, limits.chunkTimeoutMs]).toEqual([90_000, 120_000]);
  });

  test('the smallest deposits are 120 USDT, 0.015 BTC and 0.2 ETH', () => {
    expect(limits.minimumDeposits).toEqual({ USDT: '120', BTC: '0.015', ETH: '0.2' });
  });

  test('an image has 2 MB at most, and a request 50', () => {
    expect([limits.imageBytesMax, limits.requestBytesMax]).toEqual([2 * 1024 ** 2, 50 * 1024 ** 2]);
  });

  test('eleven area codes are offered', () => {
    const offered = '+49, +55, +60, +61, +64, +65, +66, +81, +91, +852, +886';
    expect(limits.areaCodes.join(', ')).toBe(offered);
  });

  test('market types are numbered from 1 to 5, and what the specification does not number follows', () => {
    expect(marketTypes).toEqual({ plan: 1, crypto: 2, stock: 3, future: 4, etf: 5, forex: 6, metal: 7 });
  });

  test('an order’s time is told in minutes, hours, days, weeks and months', () => {
    expect(timeUnits).toEqual(['min', 'hour', 'day', 'week', 'month']);
  });

  test('ten languages, Chinese first', () => {
    expect(languages).toEqual(['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk']);
    expect(defaultLanguage).toBe('zh');
  });

  test('the home page claims 3.8 billion, 350, 1.2 million and less than 0.3 percent', () => {
    expect(limits.homeClaims).toEqual({
      volumeUsd24h: '3800000000',
      listedCryptocurrencies: 350,
      registeredUsers: 1_200_000,
      feeBelowPercent: '0.3',
    });
  });

  test('a document is an ID card, a driver licence or a passport, and a person female or male', () => {
    expect([...documentTypes, ...sexes]).toEqual(['idCard', 'driverLicence', 'passport', 'female', 'male']);
  });

  test.for([
    ['deposits', depositStatuses, 'pendingReview approved rejected failed completed'],
    ['withdrawals', withdrawalStatuses, 'pendingReview approved rejected failed completed'],
    ['identity checks', kycStatuses, 'notVerified pendingReview verified failed'],
    ['loans', loanStatuses, 'pendingReview repaying repaid expired'],
    ['smart orders', planStatuses, 'waiting inIncome profitDivided closed closedSuccessfully expired'],
    ['positions', positionStatuses, 'awaiting open closed liquidated closedEarly'],
  ] as const)('%s have the statuses of the specification', ([, statuses, specified]) => {
    expect(statuses).toEqual(expect.arrayContaining(specified.split(' ')));
  });
});

describe('the words of the codes', () => {
  const messages = (language: string): Record<string, string> => {
    const file = join(root, 'packages/contract/src/locales', language, 'codes.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  };

  test.for(languages)('%s says every code, and nothing else', (language) => {
    expect(Object.keys(messages(language)).toSorted()).toEqual(Object.keys(codes).toSorted());
  });
});
