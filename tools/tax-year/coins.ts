// What coins have cost and brought, computed from the ledger statement alone, by both costing methods.
import { type Row, differs, down, ofType, sumOf, units, up } from './read.ts';
import { totals } from './trades.ts';

interface Lot {
  coins: bigint;
  cost: bigint | null;
}

/** Coins of one kind as they are held at a moment. */
class Held {
  readonly lots: Lot[] = [];
  balance = 0n;
  /** Of those that were bought, at their average cost. */
  #bought = 0n;
  #cost = 0n;

  buy(coins: bigint, cost: bigint): void {
    this.lots.push({ coins, cost });
    this.balance += coins;
    this.#bought += coins;
    this.#cost += cost;
  }

  bring(coins: bigint): void {
    this.lots.push({ coins, cost: null });
    this.balance += coins;
  }

  /** First in, first out: what these coins brought and had cost, as far as that is known. */
  take(coins: bigint, receipts: bigint): { proceeds: bigint; cost: bigint } {
    this.balance -= coins;
    let [left, open, cost] = [coins, receipts, 0n];
    while (left > 0n) {
      const [lot] = this.lots;
      const taken = lot === undefined || lot.coins > left ? left : lot.coins;
      if (lot !== undefined) {
        const spent = lot.cost === null ? 0n : taken === lot.coins ? lot.cost : down(lot.cost * taken, lot.coins);
        cost += spent;
        lot.coins -= taken;
        if (lot.cost !== null) lot.cost -= spent;
        if (lot.coins === 0n) this.lots.shift();
      }
      open -= taken === left ? open : down(open * taken, left);
      left -= taken;
    }
    return { proceeds: receipts - open, cost };
  }

  /** Against the average: what is beyond the coins that were bought has brought neither profit nor loss. */
  sell(coins: bigint, receipts: bigint): bigint {
    const sold = coins < this.#bought ? coins : this.#bought;
    const value = sold === coins ? receipts : down(receipts * sold, coins);
    return value - this.#leave(sold);
  }

  /** Once coins have left without a sale, no more of them were bought than there are. */
  keep(): void {
    if (this.#bought > this.balance) this.#leave(this.#bought - this.balance);
  }

  #leave(coins: bigint): bigint {
    const cost = coins === 0n ? 0n : up(this.#cost * coins, this.#bought);
    this.#bought -= coins;
    this.#cost -= cost;
    return cost;
  }
}

/**
 * What coins came or went by: a deal is what one order did at one moment; whatever else moved coins did so for each coin by itself.
 * What an order sets aside stays the account's own.
 */
function coinMoves(until: readonly Row[]): ReadonlyMap<string, Row[]> {
  const isDeal = ({ reason = '' }: Row) => reason === 'spot.filled';
  const moves = until.filter((row) => isDeal(row) || (row['asset'] !== 'USDT' && !(row['reason'] ?? '').startsWith('spot.')));
  return Map.groupBy(moves, (row) => `${row['time']} ${row['reference']} ${isDeal(row) ? '' : row['asset']}`);
}

interface Worked {
  proceeds: bigint;
  cost: bigint;
  /** Of sales within the period, by their orders: what they have brought beyond the average cost of their coins. */
  readonly results: Map<string, { readonly proceeds: bigint; readonly result: bigint }>;
  readonly held: ReadonlyMap<string, Held>;
}

function workedOut(until: readonly Row[], from: string): Worked {
  const held = new Map<string, Held>();
  const worked: Worked = { proceeds: 0n, cost: 0n, results: new Map(), held };
  for (const lines of coinMoves(until).values()) {
    const asset = lines.find((line) => line['asset'] !== 'USDT')?.['asset'];
    if (asset === undefined) continue;
    const own = held.get(asset) ?? new Held();
    held.set(asset, own);
    const { reason, time = '', reference = '' } = lines[0] ?? {};
    const isTrade = reason === 'spot.filled';
    const coins = sumOf(lines.filter((line) => line['asset'] === asset));
    const paid = sumOf(lines.filter((line) => line['asset'] === 'USDT'));
    if (coins > 0n) {
      if (isTrade) own.buy(coins, -paid);
      else own.bring(coins);
    } else if (!isTrade) {
      own.take(-coins, 0n);
      own.keep();
    } else {
      const result = own.sell(-coins, paid);
      const { proceeds, cost } = own.take(-coins, paid);
      if (time < from) continue;
      worked.proceeds += proceeds;
      worked.cost += cost;
      worked.results.set(reference, { proceeds: paid, result });
    }
  }
  return worked;
}

/** First in, first out in sum; and sale by sale against the average, as the coins and the trades of a year show it. */
export function coinsSold(coins: readonly Row[], trades: readonly Row[], until: readonly Row[], from: string): string[] {
  const { proceeds, cost, results, held } = workedOut(until, from);
  const lots = [...held.values()].flatMap((own) => own.lots).reduce((sum, lot) => sum + (lot.cost ?? 0n), 0n);
  const [fifo, average] = [ofType(coins, 'fifo'), ofType(coins, 'average')];
  const columns = ['proceeds', 'cost', 'result'];
  return [
    ...differs('proceeds of coins', sumOf(fifo, 'proceeds'), proceeds),
    ...differs('cost of coins sold', sumOf(fifo, 'cost'), cost),
    ...differs('cost of coins held', sumOf(ofType(coins, 'lot'), 'cost'), lots),
    ...averages(average, results),
    ...ofType(trades, 'spot')
      .filter(({ side }) => side === 'sell')
      .flatMap((row) => ofOrder(row, 'result', results.get(row['order number'] ?? '')?.result)),
    ...totals('first in, first out: ', ofType(coins, 'totalFifo'), fifo, columns),
    ...totals('average cost: ', ofType(coins, 'totalAverage'), average, columns),
  ];
}

function averages(lines: readonly Row[], results: Worked['results']): string[] {
  const told = new Set(lines.map((row) => row['order number']));
  const unknown = [...results.keys()].filter((number) => !told.has(number));
  return [
    ...unknown.map((number) => `sale ${number} is not among those against the average`),
    ...lines.flatMap((row) => {
      const sale = results.get(row['order number'] ?? '');
      return [
        ...ofOrder(row, 'proceeds', sale?.proceeds),
        ...ofOrder(row, 'cost', sale && sale.proceeds - sale.result),
        ...ofOrder(row, 'result', sale?.result),
      ];
    }),
  ];
}

function ofOrder(row: Row, column: string, found: bigint | undefined): string[] {
  const what = `${row['type']} ${column} of ${row['order number']}`;
  return found === undefined ? [`${what}: the ledger knows no such sale`] : differs(what, units(row[column]), found);
}
