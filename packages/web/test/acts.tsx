// Everything that moves something and is pressed on the site, as component tests press it: each with its real form, dialog or hook.
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AlertDialog } from '../src/features/currency/alerts/alert-dialog.tsx';
import { ReportForm } from '../src/features/funds/deposit/report-form.tsx';
import { WithdrawalList } from '../src/features/funds/records/withdrawal-list.tsx';
import { AddMethod } from '../src/features/funds/withdraw/add-method.tsx';
import { Methods } from '../src/features/funds/withdraw/methods.tsx';
import { WithdrawForm } from '../src/features/funds/withdraw/withdraw-form.tsx';
import { Stepper } from '../src/features/kyc/stepper.tsx';
import { useRequestLoan } from '../src/features/loan/borrow/use-request-loan.ts';
import { CancelDialog as WithdrawLoan } from '../src/features/loan/mine/cancel-dialog.tsx';
import { RepayDialog } from '../src/features/loan/mine/repay-dialog.tsx';
import { useBuyNft } from '../src/features/nfts/use-buy-nft.ts';
import { Course } from '../src/features/profile/overview.tsx';
import { useBuyPlan } from '../src/features/trading/builder/use-buy-plan.ts';
import { ExitDialog } from '../src/features/trading/mine/exit-dialog.tsx';
import { type Act, Press, click, confirmed, done, fill, id, someCoin } from './act.tsx';
import { orderActs } from './order-acts.tsx';
import { address, at, bitcoin, card, failed, loan, plan, tron, withdrawal, withdrawalTerms } from './samples.ts';

function BuyPlan() {
  const { buy } = useBuyPlan();
  return <Press go={() => buy({ productId: 'plan-start', days: 30, amount: '1000' }, 'Gold AI Start')} />;
}

function AskForLoan() {
  const { request } = useRequestLoan();
  const asked = { termId: 't1', amount: '1000', language: 'en', agreementVersion: '2', seenRepayment: '1009.2' } as const;
  return <Press go={() => request(asked, new Blob(['signed'], { type: 'image/png' }))} />;
}

function BuyPiece({ kind, piece }: { kind: 'bid' | 'buyNow'; piece: string }) {
  const { send } = useBuyNft({ id: piece, title: 'Slow River' });
  return <Press go={() => send({ kind, amount: '252' })} />;
}

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'proof.png', { type: 'image/png' });
}

const withdraw = async () => {
  await fill('Amount', '60');
  await fill('Code from your email', '123456');
  await confirmed('Demo · Withdraw', 'Demo · Withdraw');
};

/** Orders first, then plans, loans, pieces, funds and the person. */
export const acts: readonly Act[] = [
  ...orderActs,
  {
    what: 'opening a plan',
    path: '/order/buySmart',
    list: 'See your plans',
    part: () => <BuyPlan />,
    press: () => click('Go'),
    summary: /Gold AI Start/,
    result: plan,
  },
  {
    what: 'leaving a plan',
    path: '/order/stopSmart',
    list: 'See your plans',
    part: () => <ExitDialog plan={{ ...plan, id: id() }} onDone={done} />,
    press: () => click('Demo · Exit early'),
    summary: /Gold AI Start · Exit early/,
    result: { ...plan, status: 'withdrawn' },
  },
  {
    what: 'asking for a loan',
    path: '/user/loan',
    list: 'See your loans',
    part: () => <AskForLoan />,
    press: () => click('Go'),
    summary: /1,000/,
    result: { notice: '20001', id: 'l1' },
    secrets: ['signed'],
  },
  {
    what: 'withdrawing the request for a loan',
    path: '/user/cancelLoan',
    list: 'See your loans',
    part: () => <WithdrawLoan loan={loan(id(), 'pendingReview')} onDone={done} />,
    press: () => click('Cancel request'),
    summary: /L0001/,
    result: loan('l1', 'cancelled'),
  },
  {
    what: 'repaying a loan',
    path: '/user/repayLoan',
    list: 'See your loans',
    part: () => <RepayDialog loan={loan(id(), 'repaying')} onDone={done} />,
    press: () => click('Demo · Repay in full'),
    summary: /L0001/,
    result: loan('l1', 'repaid'),
  },
  ...(['bid', 'buyNow'] as const).map((kind) => ({
    what: kind === 'bid' ? 'bidding for an NFT' : 'buying an NFT',
    path: '/user/buyNft',
    list: 'See your NFTs',
    part: () => <BuyPiece kind={kind} piece={id()} />,
    press: () => click('Go'),
    summary: /Slow River/,
    result: {},
  })),
  {
    what: 'reporting a deposit',
    path: '/user/recharge',
    list: 'See your deposits',
    part: () => <ReportForm network={tron} />,
    press: async () => {
      await click('Fill in a sample hash');
      await userEvent.upload(page.getByLabelText('Proof of transfer (screenshot or document)'), await picture());
      await click('Submit for review');
    },
    summary: /Deposit · 10\.00 USDT/,
    result: { notice: '20001', id: 'd1' },
  },
  ...([address, card] as const).map((method) => ({
    what: method.kind === 'coin' ? 'withdrawing to an address' : 'withdrawing to a card',
    path: '/user/withdrawal',
    list: 'See your withdrawals',
    part: () => <WithdrawForm terms={withdrawalTerms} method={method} />,
    press: withdraw,
    summary: /Withdraw · 60\.00 USDT/,
    result: { notice: '20003', id: 'w1' },
    secrets: ['123456'],
  })),
  {
    what: 'saving an address',
    path: '/user/saveCoinAddress',
    list: 'See your addresses and cards',
    part: () => <AddMethod terms={withdrawalTerms} coin="USDT" onClose={done} />,
    press: async () => {
      await fill('Wallet address', tron.address);
      await fill('Label', 'Mine');
      await click('Save');
    },
    summary: /Mine/,
    result: { notice: '20002', id: 'm1' },
    secrets: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  },
  {
    what: 'saving a card',
    path: '/user/saveBankCard',
    list: 'See your addresses and cards',
    part: () => <AddMethod terms={withdrawalTerms} coin="USDT" onClose={done} />,
    press: async () => {
      await userEvent.click(page.getByText('Bank card', { exact: true }));
      await fill('Name on the card', 'Ada Muster');
      await fill('Card number', '4111 1111 1111 1111');
      await fill('Bank', 'Sparkasse');
      await click('Save');
    },
    summary: /Sparkasse/,
    result: { notice: '20002', id: 'm2' },
    secrets: ['4111', 'Muster'],
  },
  {
    what: 'taking an address away',
    path: '/user/deleteWithdrawalMethod',
    list: 'See your addresses and cards',
    part: () => (
      <Methods terms={withdrawalTerms} methods={[{ ...address, id: id() }]} chosen={null} coin="USDT" onChoose={done} />
    ),
    press: () => confirmed('Delete Mine', 'Delete'),
    summary: /Delete Mine/,
    result: {},
  },
  {
    what: 'taking a withdrawal back',
    path: '/user/cancelWithdrawal',
    list: 'See your withdrawals',
    book: 'real',
    part: () => <WithdrawalList title="Withdrawals" />,
    first: [['/user/listWithdrwal', { items: [withdrawal], nextCursor: null }]],
    press: () => confirmed('Cancel the withdrawal', 'Real · Cancel the withdrawal'),
    summary: /Cancel the withdrawal · 60\.00 USDT/,
    result: { ...withdrawal, status: 'cancelled' },
  },
  {
    what: 'beginning the demo account anew',
    path: '/user/demoReset',
    list: 'See your account',
    part: () => <Course hidden={false} />,
    press: () => confirmed('Reset demo account', 'Reset demo account'),
    summary: /Reset demo account/,
    result: { balance: '100000' },
  },
  {
    what: 'handing in who one is',
    path: '/user/identification',
    list: 'See your identity check',
    part: () => <Stepper kyc={failed} />,
    press: async () => {
      await fill('Address', 'Rosenweg 9, 10117 Berlin');
      for (const step of ['Document', 'Photos', 'Signature', 'Review']) {
        await click('Continue');
        await expect.poll(() => document.querySelector('h3')?.textContent).toContain(step);
      }
      await click('Submit for review');
    },
    summary: 'Verify your identity',
    result: { notice: '20001' },
    secrets: ['Rosenweg'],
  },
  {
    what: 'setting a price alert',
    path: '/user/createPriceAlert',
    list: 'See your price alerts',
    part: () => <AlertDialog info={someCoin()} onClose={done} />,
    press: async () => {
      await fill('Alert price', '100000');
      await click('Set alert');
    },
    summary: /100,000\.00/,
    result: { id: 'a1', code: bitcoin.code, direction: 'above', price: '100000', createdAt: at },
  },
];
