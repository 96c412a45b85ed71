// Everything that moves something and is pressed on the site, as component tests press it: each with its real form, dialog or hook.
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AlertDialog } from '../src/features/currency/alerts/alert-dialog.tsx';
import { useBuyOption } from '../src/features/currency/ticket/option/use-buy-option.ts';
import { useSubmitSpot } from '../src/features/currency/ticket/spot/use-submit-spot.ts';
import { usePlaceOrder } from '../src/features/currency/ticket/use-place-order.ts';
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
import { AmendDialog } from '../src/features/orders/contracts/amend-dialog.tsx';
import { CancelDialog as WithdrawContract } from '../src/features/orders/contracts/cancel-dialog.tsx';
import { CloseDialog } from '../src/features/orders/contracts/close-dialog.tsx';
import { MarginDialog } from '../src/features/orders/contracts/margin-dialog.tsx';
import { ReverseDialog } from '../src/features/orders/contracts/reverse-dialog.tsx';
import { SweepDialog } from '../src/features/orders/contracts/sweep-dialog.tsx';
import { CancelSpotDialog } from '../src/features/orders/spot/cancel-spot-dialog.tsx';
import { Course } from '../src/features/profile/overview.tsx';
import { useBuyPlan } from '../src/features/trading/builder/use-buy-plan.ts';
import { ExitDialog } from '../src/features/trading/mine/exit-dialog.tsx';
import {
  address,
  at,
  bitcoin,
  card,
  failed,
  loan,
  plan,
  position,
  spotOrder,
  tron,
  withdrawal,
  withdrawalTerms,
} from './samples.ts';

export interface Act {
  readonly what: string;
  readonly path: string;
  /** The words of the link to where it is listed. */
  readonly list: string;
  readonly part: () => ReactNode;
  /** Where it can be pressed, if not on the demo account. */
  readonly book?: Book;
  /** What the part asks for at first. */
  readonly first?: readonly (readonly [path: string, answer: unknown])[];
  readonly press: () => Promise<unknown>;
  /** What it is called while its outcome is not known. */
  readonly summary: string | RegExp;
  /** What the server answers. */
  readonly result: unknown;
  /** What it carries that must be written down nowhere. */
  readonly secrets?: readonly string[];
}

const id = () => crypto.randomUUID();
const done = () => undefined;
const click = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const fill = (label: string, text: string) => userEvent.fill(page.getByLabelText(label, { exact: true }), text);

/** Asked for by one button, and confirmed by another in the dialog that it opens. */
const confirmed = async (asked: string, named: string) => {
  await click(asked);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: named, exact: true }));
};

/** A hook's act behind a button of its own. */
function Press({ go }: { go: () => Promise<unknown> }) {
  return (
    <button type="button" onClick={() => void go()}>
      Go
    </button>
  );
}

const instrument = () => ({ ...bitcoin, code: `BTC${id().slice(0, 8)}` });

function OpenContract({ info }: { info: typeof bitcoin }) {
  const { place } = usePlaceOrder(info);
  return <Press go={() => place({ code: info.code, side: 'long', type: 'market', lots: '0.02', leverage: 10 })} />;
}

function TradeCoins({ info, side }: { info: typeof bitcoin; side: 'buy' | 'sell' }) {
  const { place } = useSubmitSpot(info);
  return <Press go={() => place({ code: info.code, side, type: 'market', quantity: '0.01' })} />;
}

function BuyOption({ info }: { info: typeof bitcoin }) {
  const { place } = useBuyOption(info);
  return <Press go={() => place({ code: info.code, direction: 'up', amount: '50', periodId: '1m' })} />;
}

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

const orders = 'See your orders';
const spot = { ...spotOrder('s1'), status: 'filled', filledPrice: '97000.00' };

/** Orders first, then plans, loans, pieces, funds and the person. */
export const acts: readonly Act[] = [
  {
    what: 'opening a contract',
    path: '/order/buyU',
    list: orders,
    part: () => <OpenContract info={instrument()} />,
    press: () => click('Go'),
    summary: /0\.02/,
    result: position,
  },
  {
    what: 'closing a contract',
    path: '/order/stopU',
    list: orders,
    part: () => <CloseDialog position={{ ...position, id: id() }} onDone={done} />,
    press: () => click('Demo · Close at any price'),
    summary: /BTCUSDT/,
    result: { ...position, status: 'closed', closePrice: '97000.00', profit: '-1' },
  },
  {
    what: 'withdrawing a contract order',
    path: '/order/stopU',
    list: orders,
    part: () => <WithdrawContract position={{ ...position, id: id() }} onDone={done} />,
    press: () => click('Demo · Cancel order'),
    summary: /BTCUSDT/,
    result: { ...position, status: 'cancelled' },
  },
  {
    what: 'adding margin to a contract',
    path: '/order/margin',
    list: orders,
    part: () => <MarginDialog position={{ ...position, id: id() }} onDone={done} />,
    press: async () => {
      await fill('Amount', '50');
      await click('Demo · Change margin');
    },
    summary: /50\.00 USDT added to the margin/,
    result: { ...position, marginUsed: '244.25' },
  },
  {
    what: 'reversing a contract',
    path: '/order/reverse',
    list: orders,
    part: () => <ReverseDialog position={{ ...position, id: id() }} onDone={done} />,
    press: () => click('Demo · Reverse'),
    summary: /Reverse/,
    result: { closed: { ...position, status: 'closedEarly' }, opened: { ...position, side: 'short' }, refused: null },
  },
  {
    what: 'closing all contracts',
    path: '/order/closeAll',
    list: orders,
    part: () => <SweepDialog kind="closeAll" orders={[{ ...position, id: id() }]} code={undefined} onDone={done} />,
    press: () => click('Demo · Close all'),
    summary: /· Close all/,
    result: { done: [], refused: [] },
  },
  {
    what: 'amending a contract',
    path: '/order/amendU',
    list: orders,
    part: () => <AmendDialog position={{ ...position, id: id() }} onDone={done} />,
    press: async () => {
      await fill('Stop-loss', '90000');
      await click('Demo · Save');
    },
    summary: /Stop-loss 90,000\.00/,
    result: { ...position, stopLoss: '90000.00' },
  },
  ...(['buy', 'sell'] as const).map((side) => ({
    what: `a spot ${side}`,
    path: '/order/submit',
    list: orders,
    part: () => <TradeCoins info={instrument()} side={side} />,
    press: () => click('Go'),
    summary: /0\.01 BTC/,
    result: { ...spot, side },
  })),
  {
    what: 'withdrawing a spot order',
    path: '/order/cancelBb',
    list: orders,
    part: () => <CancelSpotDialog order={spotOrder(id())} onDone={done} />,
    press: () => click('Demo · Cancel order'),
    summary: /BTC/,
    result: { ...spot, status: 'cancelled' },
  },
  {
    what: 'buying an option',
    path: '/order/buyOptions',
    list: orders,
    part: () => <BuyOption info={instrument()} />,
    press: () => click('Go'),
    summary: /50\.00 USDT/,
    result: { id: 'o1', strike: '97000.00', expiresAt: at },
  },
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
    summary: /Cancel the withdrawal/,
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
    part: () => <AlertDialog info={instrument()} onClose={done} />,
    press: async () => {
      await fill('Alert price', '100000');
      await click('Set alert');
    },
    summary: /100,000\.00/,
    result: { id: 'a1', code: bitcoin.code, direction: 'above', price: '100000', createdAt: at },
  },
];
