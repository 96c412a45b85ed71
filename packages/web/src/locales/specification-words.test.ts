// The messages, status labels and names of the specification, each where a person reads it. That all ten languages have
// every text, none empty and none left in English, is the other test's business.
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';

type Tree = { readonly [key: string]: string | Tree };

const files = {
  ...import.meta.glob<Tree>('./*/*.json', { import: 'default', eager: true }),
  ...import.meta.glob<Tree>('../../../contract/src/locales/*/codes.json', { import: 'default', eager: true }),
};

/** The text `namespace:key` of a language. */
function textOf(language: string, name: string): string | undefined {
  const [namespace = '', key = ''] = name.split(':');
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${language}/${namespace}.json`))?.[1];
  const text = key
    .split('.')
    .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), found);
  return typeof text === 'string' ? text : undefined;
}

/** A message or label of the specification, the text that says it, and what its English must say. */
type Said = readonly [meant: string, name: string, english: RegExp];

const messages: readonly Said[] = [
  ['enter username or email', 'pass:enter.account', /^Enter username or email$/],
  ['enter email', 'pass:enter.email', /^Enter email$/],
  ['email format incorrect', 'codes:10002', /^Email format incorrect$/],
  ['password wrong', 'codes:10004', /^Password wrong$/],
  ['enter password again', 'pass:enter.repeat', /^Enter password again$/],
  ['the two passwords are inconsistent', 'pass:inconsistent', /^Two passwords are inconsistent$/],
  ['enter verification code', 'pass:enter.code', /^Enter verification code$/],
  ['fill in complete information', 'codes:11030', /^Fill in complete information$/],
  ['enter investment amount', 'trading:blocker.amount', /^Enter an investment amount$/],
  ['enter correct amount', 'codes:11058', /^Enter a correct amount$/],
  ['enter stop-loss price', 'currency:ticket.enter.stopLoss', /^Enter stop-loss price$/],
  ['enter take-profit price', 'currency:ticket.enter.takeProfit', /^Enter take-profit price$/],
  ['stop-loss or take-profit price unreasonable', 'codes:11005', /^Stop-loss or take-profit price unreasonable$/],
  ['enter buy quantity', 'spot:blocker.buyQuantity', /^Enter buy quantity$/],
  ['enter smart amount', 'trading:blocker.range', /^Enter an amount from \{\{min\}\} to \{\{max\}\} USDT$/],
  ['enter withdrawal amount', 'funds:enter.withdrawalAmount', /^Enter withdrawal amount$/],
  ['enter loan amount', 'loan:blocker.amount', /^Enter a loan amount$/],
  ['enter wallet or receive address', 'funds:enter.address', /^Enter wallet or receive address$/],
  ['choose a withdrawal method', 'codes:10025', /^Choose a withdrawal method$/],
  ['upload voucher', 'funds:enter.proof', /^Upload the voucher$/],
  ['upload required images', 'codes:11026', /^Upload the required images$/],
  ['image format wrong', 'codes:11025', /^Image format wrong \(JPG, JPEG2000, PNG\)$/],
  ['image size cannot exceed', 'codes:11024', /^Image size cannot exceed \{\{limit\}\}$/],
  ['KYC must be completed before loans', 'loan:identity.first', /^Complete the identity check first$/],
  ['not signed', 'codes:11036', /^Not signed yet$/],
  ['recharge amount below the minimum', 'codes:11040', /^The minimum deposit of \{\{coin\}\} is \{\{limit\}\}$/],
  ['demo accounts cannot use this feature', 'codes:11002', /^Demo accounts cannot use this\./],
  ['demo accounts cannot use smart trading', 'trading:demo.title', /^Demo accounts cannot use smart trading$/],
  ['switch to a real account for the operation', 'codes:11002', /Switch to your real account\.$/],
  ['intelligent trading is not enabled', 'codes:11017', /^Intelligent trading is not enabled$/],
  ['access to user media is not supported', 'images:camera.unsupported', /^Access to user media is not supported$/],
  ['do not submit repeatedly', 'codes:30000', /^Do not submit repeatedly$/],
  ['unknown error', 'common:error.unknown', /^Unknown error\./],
  [
    'network timeout, go to the order list',
    'common:error.timeout',
    /^Network timeout\. Go to the order list to check the order\.$/,
  ],
  ['upload failed, please try again', 'common:error.upload', /^Upload failed, please try again\.$/],
  ['insufficient currency balance', 'codes:11013', /^Insufficient currency balance$/],
  ['incorrect product', 'codes:11009', /^Incorrect product$/],
  ['wallet login needs its own browser', 'pass:other.walletNeeded', /^Wallet login needs the wallet’s own browser\./],
  ['the network node must confirm', 'funds:withdraw.note', /^The network node must confirm the withdrawal\.$/],
  ['the fee rate as a percentage', 'funds:withdraw.feeRate', /^Fee \{\{rate\}\}$/],
  [
    'no interest for the first days',
    'loan:freeDays_other',
    /^No interest for the first \{\{count\}\} days, then interest is paid\.$/,
  ],
  [
    'liquidated damages on leaving a plan',
    'trading:exit.text',
    /^\{\{rate\}\} of the amount is deducted as liquidated damages/,
  ],
  ['answer within 48 hours', 'kyc:pending.text', /^The answer comes within \{\{hours\}\} hours/],
];

const labels: readonly Said[] = [
  ['deposit: pending review', 'funds:status.pendingReview', /^Pending review$/],
  ['deposit: approved', 'funds:status.approved', /^Approved$/],
  ['deposit: rejected', 'funds:status.rejected', /^Rejected$/],
  ['deposit: failed', 'funds:status.failed', /^Failed$/],
  ['deposit: completed', 'funds:status.completed', /^Completed$/],
  ['KYC: not verified', 'kyc:title', /^Verify your identity$/],
  ['KYC: pending review', 'kyc:pending.title', /are being reviewed$/],
  ['KYC: verified', 'kyc:verified.title', /^Your identity is verified$/],
  ['KYC: failed', 'kyc:failed.title', /^Not accepted/],
  ['KYC: can resubmit', 'kyc:failed.text', /submit again/],
  ['loan: pending review', 'loan:status.pendingReview', /^Pending review$/],
  ['loan: repaying', 'loan:status.repaying', /^Repaying$/],
  ['loan: repaid', 'loan:status.repaid', /^Repaid$/],
  ['loan: expired', 'loan:status.expired', /^Expired$/],
  ['smart order: waiting to open', 'trading:status.waiting', /^Waiting to open$/],
  ['smart order: in income', 'trading:status.inIncome', /^In income$/],
  ['smart order: profit divided', 'trading:status.profitDivided', /^Profit divided$/],
  ['smart order: closed', 'trading:status.closed', /^Closed$/],
  ['smart order: closed successfully', 'trading:status.closedSuccessfully', /^Closed successfully$/],
  ['smart order: expired', 'trading:status.expired', /^Expired$/],
  ['position: awaiting open', 'orders:status.awaiting', /^Awaiting open$/],
  ['position: open', 'orders:status.open', /^Open$/],
  ['position: closed', 'orders:status.closed', /^Closed$/],
  ['position: liquidated', 'orders:status.liquidated', /^Liquidated \(forced closure\)$/],
  ['position: closed by early exit', 'orders:status.closedEarly', /^Closed by early exit$/],
  ['account: demo', 'common:account.demo', /^Demo$/],
  ['account: real', 'common:account.real', /^Real$/],
];

const names: readonly Said[] = [
  ['tab and bar: home', 'common:nav.home', /^Home$/],
  ['tab and bar: market', 'common:nav.market', /^Market$/],
  ['tab: trading', 'common:nav.trading', /^Trading$/],
  ['tab: profile', 'common:nav.profile', /^Profile$/],
  ['bar: gold AI trading', 'common:nav.goldTrading', /^Gold AI Trading$/],
  ['bar: loan', 'common:nav.loan', /^Loan$/],
  ['bar: NFTs', 'common:nav.nfts', /^NFTs$/],
  ['bar: account', 'common:nav.account', /^Account$/],
  ['bar: download app', 'common:nav.downloadApp', /^Download App$/],
  ['bar: lecturer’s hall', 'common:nav.lecturerHall', /^Lecturer’s Hall$/],
  ['buy long', 'currency:ticket.long', /^Buy long$/],
  ['sell short', 'currency:ticket.short', /^Sell short$/],
  ['place a bid', 'nfts:bid.place', /^Place a bid$/],
  ['buy now', 'nfts:buy.title', /^Buy now$/],
  ['board: continue', 'common:board.continue', /^Continue$/],
  ['board: skip', 'common:board.skip', /^Skip$/],
];

describe.each([
  ['messages', messages],
  ['status labels', labels],
  ['names of screens and actions', names],
] as const)('the %s of the specification', (_, said) => {
  test.each(said)('“%s” is said, in every language with the same values', (meant, name, english) => {
    expect(textOf('en', name)).toMatch(english);
    const values = (text: string | undefined) => [...(text ?? '').matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();
    for (const language of languages) {
      const text = textOf(language, name);
      expect(text?.trim(), `${language}: ${meant}`).toBeTruthy();
      expect(values(text), `${language}: ${meant}`).toEqual(values(textOf('en', name)));
    }
  });
});
