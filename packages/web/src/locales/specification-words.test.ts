// The messages, status labels and names of the specification, each where a person reads it: held by key and by meaning. How
// it is worded is for editors and translators to decide, except where the specification itself gives the words.
import { codes } from '@assay/contract/vocabulary/codes.ts';
import { depositStatuses } from '@assay/contract/vocabulary/funds.ts';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { loanStatuses } from '@assay/contract/vocabulary/loans.ts';
import { planStatuses, positionStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, test } from 'vitest';

type Tree = { readonly [key: string]: string | Tree };

const files = {
  ...import.meta.glob<Tree>('./*/*.json', { import: 'default', eager: true }),
  ...import.meta.glob<Tree>('../../../contract/src/locales/*/codes.json', { import: 'default', eager: true }),
};

type TextOf = (language: Language, name: string) => string | undefined;

/** The text `namespace:key` of a language. */
const textOf: TextOf = (language, name) => {
  const [namespace = '', key = ''] = name.split(':');
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${language}/${namespace}.json`))?.[1];
  const text = key
    .split('.')
    .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), found);
  return typeof text === 'string' ? text : undefined;
};

/** What holds the meaning of a message or label, whatever the language. */
interface Meaning {
  /** What the contract says of the code whose text it is. */
  readonly code?: RegExp;
  /** Values that are put in, and words that the specification gives for every language. */
  readonly carries?: readonly string[];
  /** The specification's own words, in its own language. */
  readonly literally?: string;
}
type Said = readonly [meant: string, name: string, meaning?: Meaning];

/** The label of a status as on the wire. */
const label = <Status extends string>(namespace: string, _statuses: readonly Status[], status: Status) =>
  `${namespace}:status.${status}`;

const messages: readonly Said[] = [
  ['enter username or email', 'pass:enter.account'],
  ['enter email', 'pass:enter.email'],
  ['email format incorrect', 'codes:10002', { code: /^Email wrong/ }],
  ['password wrong', 'codes:10004', { code: /^Password wrong$/ }],
  ['enter password again', 'pass:enter.repeat'],
  ['the two passwords are inconsistent', 'pass:inconsistent', { literally: 'Two passwords are inconsistent' }],
  ['enter verification code', 'pass:enter.code'],
  ['fill in complete information', 'codes:11030', { code: /^Fill in complete information/ }],
  ['enter investment amount', 'trading:blocker.amount'],
  ['enter correct amount', 'codes:11058', { code: /^Amount wrong/ }],
  ['enter stop-loss price', 'currency:ticket.enter.stopLoss'],
  ['enter take-profit price', 'currency:ticket.enter.takeProfit'],
  ['stop-loss or take-profit price unreasonable', 'codes:11005', { code: /^Stop-loss or take-profit price unreasonable/ }],
  ['enter buy quantity', 'spot:blocker.buyQuantity'],
  ['enter smart amount', 'trading:blocker.range', { carries: ['{{min}}', '{{max}}'] }],
  ['enter withdrawal amount', 'funds:enter.withdrawalAmount'],
  ['enter loan amount', 'loan:blocker.amount'],
  ['enter wallet or receive address', 'funds:enter.address'],
  ['choose a withdrawal method', 'codes:10025', { code: /^Choose a withdrawal method$/ }],
  ['upload voucher', 'funds:enter.proof'],
  ['upload required images', 'codes:11026', { code: /^A required picture is missing$/ }],
  [
    'image format wrong',
    'codes:11025',
    { code: /^A picture is not JPG, JPEG 2000 or PNG/, carries: ['JPG', 'JPEG2000', 'PNG'] },
  ],
  ['image size cannot exceed', 'codes:11024', { code: /^A picture is larger than \{limit\}/, carries: ['{{limit}}'] }],
  ['KYC must be completed before loans', 'loan:identity.first'],
  ['not signed', 'codes:11036', { code: /^Not signed$/ }],
  [
    'recharge amount below the minimum',
    'codes:11040',
    { code: /^Deposit below the minimum/, carries: ['{{coin}}', '{{limit}}'] },
  ],
  ['demo accounts cannot use this feature', 'codes:11002', { code: /^Demo accounts cannot use this feature/ }],
  ['demo accounts cannot use smart trading', 'trading:demo.title'],
  ['switch to a real account for the operation', 'codes:11002', { code: /switch to a real account$/ }],
  ['intelligent trading is not enabled', 'codes:11017', { code: /^Intelligent trading is not enabled/ }],
  ['access to user media is not supported', 'images:camera.unsupported'],
  ['do not submit repeatedly', 'codes:30000', { code: /^Do not submit repeatedly/ }],
  ['unknown error', 'common:error.unknown'],
  ['network timeout, go to the order list', 'common:error.timeout'],
  ['upload failed, please try again', 'common:error.upload'],
  ['insufficient currency balance', 'codes:11013', { code: /^Insufficient currency balance$/ }],
  ['incorrect product', 'codes:11009', { code: /^Incorrect product/ }],
  ['wallet login needs its own browser', 'pass:other.walletNeeded'],
  ['the network node must confirm', 'funds:withdraw.note'],
  ['the fee rate as a percentage', 'funds:withdraw.feeRate', { carries: ['{{rate}}'] }],
  ['no interest for the first days', 'loan:freeDays_other', { carries: ['{{count}}'] }],
  ['liquidated damages on leaving a plan', 'trading:exit.text', { carries: ['{{rate}}'] }],
  ['answer within 48 hours', 'kyc:pending.text', { carries: ['{{hours}}'] }],
];

const labels: readonly Said[] = [
  ['deposit: pending review', label('funds', depositStatuses, 'pendingReview')],
  ['deposit: approved', label('funds', depositStatuses, 'approved')],
  ['deposit: rejected', label('funds', depositStatuses, 'rejected')],
  ['deposit: failed', label('funds', depositStatuses, 'failed')],
  ['deposit: completed', label('funds', depositStatuses, 'completed')],
  ['KYC: not verified', 'common:identity.notVerified', { literally: 'Not verified' }],
  ['KYC: pending review', 'common:identity.pendingReview', { literally: 'Pending review' }],
  ['KYC: verified', 'common:identity.verified', { literally: 'Verified' }],
  ['KYC: failed', 'common:identity.failed', { literally: 'Failed' }],
  ['KYC: can resubmit', 'kyc:failed.text'],
  ['loan: pending review', label('loan', loanStatuses, 'pendingReview')],
  ['loan: repaying', label('loan', loanStatuses, 'repaying')],
  ['loan: repaid', label('loan', loanStatuses, 'repaid')],
  ['loan: expired', label('loan', loanStatuses, 'expired')],
  ['smart order: waiting to open', label('trading', planStatuses, 'waiting')],
  ['smart order: in income', label('trading', planStatuses, 'inIncome')],
  ['smart order: profit divided', label('trading', planStatuses, 'profitDivided')],
  ['smart order: closed', label('trading', planStatuses, 'closed')],
  ['smart order: closed successfully', label('trading', planStatuses, 'closedSuccessfully')],
  ['smart order: expired', label('trading', planStatuses, 'expired')],
  ['position: awaiting open', label('orders', positionStatuses, 'awaiting')],
  ['position: open', label('orders', positionStatuses, 'open')],
  ['position: closed', label('orders', positionStatuses, 'closed')],
  ['position: liquidated', label('orders', positionStatuses, 'liquidated')],
  ['position: closed by early exit', label('orders', positionStatuses, 'closedEarly')],
  ['account: demo', 'common:account.demo'],
  ['account: real', 'common:account.real'],
];

const names: readonly Said[] = [
  ['tab and bar: home', 'common:nav.home', { literally: 'Home' }],
  ['tab and bar: market', 'common:nav.market', { literally: 'Market' }],
  ['tab: trading', 'common:nav.trading', { literally: 'Trading' }],
  ['tab: profile', 'common:nav.profile', { literally: 'Profile' }],
  ['bar: gold AI trading', 'common:nav.goldTrading', { literally: 'Gold AI Trading' }],
  ['bar: loan', 'common:nav.loan', { literally: 'Loan' }],
  ['bar: NFTs', 'common:nav.nfts', { literally: 'NFTs' }],
  ['bar: account', 'common:nav.account', { literally: 'Account' }],
  ['bar: download app', 'common:nav.downloadApp', { literally: 'Download App' }],
  ['bar: lecturer’s hall', 'common:nav.lecturerHall', { literally: 'Lecturer’s Hall' }],
  ['buy long', 'currency:ticket.long'],
  ['sell short', 'currency:ticket.short'],
  ['place a bid', 'nfts:bid.place'],
  ['buy now', 'nfts:buy.title'],
  ['board: continue', 'common:board.continue', { literally: 'Continue' }],
  ['board: skip', 'common:board.skip', { literally: 'Skip' }],
];

/** What keeps a message from being said as it is meant; `others` are the keys of what it must not be mistaken for. */
function faultsOf([, name, meaning = {}]: Said, others: readonly string[], text: TextOf = textOf): string[] {
  const values = (of: string) => (of.match(/\{\{\w+\}\}/g) ?? []).toSorted().join(' ');
  const { code, carries = [], literally } = meaning;
  const number = name.startsWith('codes:') ? name.slice('codes:'.length) : undefined;
  const meant = Object.entries(codes).find(([key]) => key === number)?.[1];
  const english = text('en', name) ?? '';
  return [
    ...(number === undefined || (meant !== undefined && code?.test(meant) === true)
      ? []
      : [`code ${number} means another thing`]),
    ...(literally === undefined || english === literally ? [] : [`the specification says “${literally}”`]),
    ...languages.flatMap((language) => {
      const said = text(language, name);
      if (said === undefined || said.trim() === '') return [`nothing is said in ${language}`];
      return [
        ...carries.filter((part) => !said.includes(part)).map((part) => `${part} is not said in ${language}`),
        ...(values(said) === values(english) ? [] : [`other values are put in in ${language}`]),
        ...others
          .filter((other) => other !== name && text(language, other) === said)
          .map((other) => `reads like ${other} in ${language}`),
      ];
    }),
  ];
}

/** What must not read like it: other messages and names, but only statuses of the same thing. Loan and plan may both expire. */
function rivalsOf(name: string): string[] {
  const namespace = name.slice(0, name.indexOf(':') + 1);
  const list = [messages, labels, names].find((said) => said.some(([, key]) => key === name)) ?? [];
  return list.map(([, key]) => key).filter((key) => list !== labels || key.startsWith(namespace));
}

describe.each([
  ['messages', messages],
  ['status labels', labels],
  ['names of screens and actions', names],
] as const)('the %s of the specification', (_, list) => {
  test.each(list.map((said) => [said[0], said] as const))(
    '“%s” is said, in every language with the same values',
    (_meant, said) => {
      expect(faultsOf(said, rivalsOf(said[1]))).toEqual([]);
    },
  );
});

describe('what is not said as the specification means it', () => {
  const one = (meant: string): Said => {
    const found = [...messages, ...labels, ...names].find(([name]) => name === meant);
    if (found === undefined) throw new Error(`nobody says “${meant}”`);
    return found;
  };
  /** The texts as they are, but for one. */
  const butFor =
    (language: Language, name: string, said: string | undefined): TextOf =>
    (of, key) =>
      of === language && key === name ? said : textOf(of, key);

  test.each<[string, string, TextOf, string]>([
    ['a message that is gone', 'enter email', butFor('ja', 'pass:enter.email', undefined), 'nothing is said in ja'],
    ['an empty message', 'enter email', butFor('en', 'pass:enter.email', ' '), 'nothing is said in en'],
    [
      'another value',
      'recharge amount below the minimum',
      butFor('ar', 'codes:11040', '{{coin}} {{limits}}'),
      '{{limit}} is not said in ar',
    ],
    [
      'a format that is not named',
      'image format wrong',
      butFor('de', 'codes:11025', 'Falsch (JPG, PNG)'),
      'JPEG2000 is not said in de',
    ],
    [
      'a status that reads like another',
      'position: liquidated',
      butFor('es', 'orders:status.liquidated', textOf('es', 'orders:status.closed')),
      'reads like orders:status.closed in es',
    ],
    [
      'words that the specification gives',
      'bar: loan',
      butFor('en', 'common:nav.loan', 'Credit'),
      'the specification says “Loan”',
    ],
  ])('%s is found', (_, meant, text, fault) => {
    const said = one(meant);
    const rivals = rivalsOf(said[1]);
    expect(faultsOf(said, rivals)).toEqual([]);
    expect(faultsOf(said, rivals, text)).toContain(fault);
  });

  test('a code that means another thing, or is not held by its meaning, is found', () => {
    expect(faultsOf(['password wrong', 'codes:10004', { code: /^Username exists/ }], [])).toEqual([
      'code 10004 means another thing',
    ]);
    expect(faultsOf(['password wrong', 'codes:10004'], [])).toEqual(['code 10004 means another thing']);
  });
});
