import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import { hasPassed } from '@assay/domain/market/passed.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { OptionRow } from '@assay/domain/options/option.ts';
import type { Call } from '../platform/counter/command.ts';
import { newOrderNo } from '../platform/order-number.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type OptionCommand, options } from './commands.ts';
import type { OptionsContext } from './context.ts';

/** A quote that is too old to settle is shown on the receipt when it is not older than this. */
const evidenceMsMax = 600_000;

/** Refusals: see `buyOption` of the domain. */
export function buyOption(
  { dealer, clock }: OptionsContext,
  owner: Owner,
  call: Call,
  input: InputOf<typeof order.buyOptions>,
) {
  const orderNo = newOrderNo('O', clock.now());
  const base = { product: options, lane: 'people', owner, call, opens: true } as const;
  const command: OptionCommand = { ...base, kind: 'buy', orderNo, input };
  return dealer.submit(command) as Promise<Option | Refusal>;
}

/** The fields of an option that decide whether it may be settled; immutable, so they are read without a lock. */
export type DueOption = Pick<OptionRow, 'id' | 'userId' | 'book' | 'code' | 'source' | 'staleAfterMs' | 'expiresAt'>;

/** An option ready to settle, and the quote that decides it. */
interface Settleable {
  readonly due: DueOption;
  readonly quote: Quote | undefined;
}

/** What settles an option, once nothing more is awaited; undefined while it has to wait. */
export async function settleableOf(context: OptionsContext, due: DueOption): Promise<Settleable | undefined> {
  const { market, clock } = context;
  const expiresAt = due.expiresAt.getTime();
  const after = { quotedAt: market.quote(due.code)?.time, heldSince: market.heldSince(due.code) };
  if (!hasPassed({ expiresAt, now: clock.now(), ...after })) return undefined;
  return { due, quote: await quoteAtExpiry(context, due, expiresAt) };
}

/** Settles it by what was recorded; safe to run twice, in two processes, and after any restart. */
export async function settleOption({ dealer }: OptionsContext, { due, quote }: Settleable): Promise<true> {
  const { id, userId, book } = due;
  const base = { product: options, lane: 'rounds', owner: { userId, book }, call: null, opens: false } as const;
  const command: OptionCommand = { ...base, kind: 'settle', id, quote };
  await dealer.submit(command);
  return true;
}

/** The quote that decides or, where there is none, the one that was too old; none from elsewhere than the strike. */
async function quoteAtExpiry({ market }: OptionsContext, due: DueOption, expiresAt: number): Promise<Quote | undefined> {
  const instrument = market.instrument(due.code);
  if (instrument === undefined || market.feedKind(instrument) !== due.source) return undefined;
  // The short look first: a long one reads much of the record.
  return (await market.quoteAt(due.code, expiresAt, due.staleAfterMs)) ?? market.quoteAt(due.code, expiresAt, evidenceMsMax);
}
