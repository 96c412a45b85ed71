import type { Metrics } from '../platform/metrics.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Dealer, Order } from './plan.ts';

/** Counts the outcome of each command, from any caller: `done`, the code of a refusal, or `failed` by a mistake of our own. */
export function counting(dealer: Dealer, metrics: Metrics | undefined): Dealer {
  if (metrics === undefined) return dealer;
  const answered = metrics.counter(
    'orders_answered_total',
    'Commands about orders by product, kind, book and what came of them',
    ['product', 'kind', 'book', 'answer'],
  );
  const count = ({ product, kind, owner: { book } }: Order, answer: string) => answered.inc({ product, kind, book, answer });
  return {
    ...dealer,
    submit: async (command) => {
      try {
        const answer = await dealer.submit(command);
        count(command, answer instanceof Refusal ? answer.code : 'done');
        return answer;
      } catch (error) {
        count(command, 'failed');
        throw error;
      }
    },
  };
}
