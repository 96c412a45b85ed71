// What moves something on the list of orders, each with its real dialog or hook.
import { DustDialog } from '../src/features/balance/dust-dialog.tsx';
import { useBuyOption } from '../src/features/currency/ticket/option/use-buy-option.ts';
import { useSubmitSpot } from '../src/features/currency/ticket/spot/use-submit-spot.ts';
import { usePlaceOrder } from '../src/features/currency/ticket/use-place-order.ts';
import { AmendDialog } from '../src/features/orders/contracts/amend-dialog.tsx';
import { CancelDialog as WithdrawContract } from '../src/features/orders/contracts/cancel-dialog.tsx';
import { CloseDialog } from '../src/features/orders/contracts/close-dialog.tsx';
import { MarginDialog } from '../src/features/orders/contracts/margin-dialog.tsx';
import { ReverseDialog } from '../src/features/orders/contracts/reverse-dialog.tsx';
import { SweepDialog } from '../src/features/orders/contracts/sweep-dialog.tsx';
import { AmendSpotDialog } from '../src/features/orders/spot/amend-spot-dialog.tsx';
import { CancelAllDialog as WithdrawCoins } from '../src/features/orders/spot/cancel-all-dialog.tsx';
import { CancelSpotDialog } from '../src/features/orders/spot/cancel-spot-dialog.tsx';
import { ProtectDialog } from '../src/features/orders/spot/protect-dialog.tsx';
import { type Act, Press, click, done, fill, id, someCoin } from './act.tsx';
import { at, bitcoin, position, spotOrder } from './samples.ts';

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

const orders = 'See your orders';
const leftover = { asset: 'BTC', available: '0.000005', held: '0', valueUsdt: '0.48' };
const spot = { ...spotOrder('s1'), status: 'filled', filledPrice: '97000.00' };

export const orderActs: readonly Act[] = [
  {
    what: 'opening a contract',
    path: '/order/buyU',
    list: orders,
    part: () => <OpenContract info={someCoin()} />,
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
    summary: /BTCUSDT · Close position/,
    result: { ...position, status: 'closed', closePrice: '97000.00', profit: '-1' },
  },
  {
    what: 'withdrawing a contract order',
    path: '/order/stopU',
    list: orders,
    part: () => <WithdrawContract position={{ ...position, id: id() }} onDone={done} />,
    press: () => click('Demo · Cancel order'),
    summary: /BTCUSDT · Cancel order/,
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
    summary: /BTCUSDT · Margin of the position · Add 50\.00 USDT/,
    result: { ...position, marginUsed: '244.25' },
  },
  {
    what: 'reversing a contract',
    path: '/order/reverse',
    list: orders,
    part: () => <ReverseDialog position={{ ...position, id: id() }} onDone={done} />,
    press: () => click('Demo · Reverse'),
    summary: /BTCUSDT · Reverse/,
    result: { closed: { ...position, status: 'closedEarly' }, opened: { ...position, side: 'short' }, refused: null },
  },
  {
    what: 'closing all contracts',
    path: '/order/closeAll',
    list: orders,
    part: () => <SweepDialog kind="closeAll" orders={[{ ...position, id: id() }]} code={undefined} onDone={done} />,
    press: () => click('Demo · Close all'),
    summary: /Close all · 1/,
    result: { done: [], refused: [] },
  },
  {
    what: 'withdrawing all contract orders of an instrument',
    path: '/order/cancelAll',
    list: orders,
    part: () => <SweepDialog kind="cancelAll" orders={[{ ...position, id: id() }]} code="BTCUSDT" onDone={done} />,
    press: () => click('Demo · Cancel all'),
    summary: /BTCUSDT · Cancel all · 1/,
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
    part: () => <TradeCoins info={someCoin()} side={side} />,
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
    summary: /BTCUSDT · Cancel order/,
    result: { ...spot, status: 'cancelled' },
  },
  {
    what: 'changing a spot order',
    path: '/order/amendBb',
    list: orders,
    part: () => <AmendSpotDialog order={spotOrder(id())} onDone={done} />,
    press: async () => {
      await fill('Limit price', '91000');
      await click('Demo · Change order');
    },
    summary: /BTCUSDT · Change the order · 91,000\.00/,
    result: { ...spotOrder('s1'), price: '91000.00' },
  },
  {
    what: 'withdrawing all spot orders',
    path: '/order/cancelAllBb',
    list: orders,
    part: () => <WithdrawCoins orders={[spotOrder(id())]} code={undefined} onDone={done} />,
    press: () => click('Demo · Cancel all'),
    summary: /Cancel all · 1/,
    result: { items: [{ ...spotOrder('s1'), status: 'cancelled' }] },
  },
  {
    what: 'protecting what was bought',
    path: '/order/submit',
    list: orders,
    part: () => (
      <ProtectDialog order={{ ...spotOrder(id()), code: `BTC${id().slice(0, 8)}`, status: 'filled' }} onDone={done} />
    ),
    press: async () => {
      await fill('Take-profit', '120000');
      await fill('Stop-loss', '80000');
      await fill('Quantity', '0.01');
      await click('Demo · Protect');
    },
    summary: /Take-profit 120,000\.00 · Stop-loss 80,000\.00 · 0\.01 BTC/,
    result: { ...spotOrder('s2'), side: 'sell', type: 'oco' },
  },
  {
    what: 'converting what is left of coins',
    path: '/order/dust',
    list: orders,
    part: () => <DustDialog balances={[leftover]} onDone={done} />,
    first: [
      ['/index/catalogue', [bitcoin]],
      [
        `/index/getMarketInfo/${bitcoin.id}`,
        { ...bitcoin, spot: { base: 'BTC', quote: 'USDT', quantityScale: 8, feeRate: '0.001' } },
      ],
    ],
    press: () => click('Demo · Convert'),
    summary: /Convert small balances · 0\.48\d* USDT/,
    result: { items: [] },
  },
  {
    what: 'buying an option',
    path: '/order/buyOptions',
    list: orders,
    part: () => <BuyOption info={someCoin()} />,
    press: () => click('Go'),
    summary: /50\.00 USDT/,
    result: { id: 'o1', strike: '97000.00', expiresAt: at },
  },
];
