import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { fundsCalls } from '@assay/contract/endpoints/funds.ts';
import { withdrawalMethodsMax } from '@assay/contract/vocabulary/funds.ts';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { parseCardNumber } from '@assay/domain/funds/card.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { lockOwner } from '../lock-owner.ts';
import { findNetwork, listNetworks } from '../networks.ts';
import { isOwnAddress } from '../receive/addresses.ts';
import { hashCard, sealCard } from './card-seal.ts';
import { findMethod, toWire } from './row.ts';

type SaveAddress = typeof fundsCalls.saveCoinAddress;
type SaveCard = typeof fundsCalls.saveBankCard;

/** Saves an address. Refusals: 11041 no such coin and network, 11045 no address of it, 11151 one of ours, 11201 a coin's contract, 11054 too many, 11056 saved already. */
export async function saveCoinAddress(
  context: FundsContext,
  tx: Transaction,
  userId: string,
  input: InputOf<SaveAddress>,
): Promise<ResultOf<SaveAddress> | Refusal> {
  const network = await findNetwork(tx, input.network, input.coin);
  if (network === undefined) return refuse('11041', { network: '11041' });
  const address = parseAddress(network.chain, input.address);
  if (address === undefined) return refuse('11045', { address: '11045' });
  // A withdrawal to an address of the house would belong to no customer, or to the wrong one.
  if (await isOwnAddress(tx, address)) return refuse('11151', { address: '11151' });
  // A contract that is sent its own coin keeps it for good.
  if ((await listNetworks(tx)).some(({ token }) => token?.toLowerCase() === address.toLowerCase()))
    return refuse('11201', { address: '11201' });
  const method = { kind: 'coin', coin: network.asset.code, networkId: network.id, address, label: input.label } as const;
  const saved = await save(context, tx, userId, method);
  if (isRefusal(saved)) return saved;
  if (saved.kind !== 'coin') throw new Error(`method ${saved.id} was saved as an address`);
  return saved;
}

/** Saves a card. Refusals: 11046 no card number, 11054 too many, 11056 saved already. */
export async function saveBankCard(
  context: FundsContext,
  tx: Transaction,
  userId: string,
  input: InputOf<SaveCard>,
): Promise<ResultOf<SaveCard> | Refusal> {
  const digits = parseCardNumber(input.cardNumber);
  if (digits === undefined) return refuse('11046', { cardNumber: '11046' });
  const card = {
    holder: input.name,
    sealed: sealCard(context.secret, userId, digits),
    hash: hashCard(context.secret, digits),
    lastFour: digits.slice(-4),
  };
  const saved = await save(context, tx, userId, { kind: 'card', coin: 'USDT', label: input.bankName, card });
  if (isRefusal(saved)) return saved;
  if (saved.kind !== 'card') throw new Error(`method ${saved.id} was saved as a card`);
  return saved;
}

interface NewMethod {
  readonly kind: 'coin' | 'card';
  readonly coin: string;
  readonly label: string;
  readonly networkId?: string;
  readonly address?: string;
  readonly card?: { readonly holder: string; readonly sealed: Buffer; readonly hash: Buffer; readonly lastFour: string };
}

/** A removed method that is saved again is new, and waits again. */
async function save({ clock, waits }: FundsContext, tx: Transaction, userId: string, method: NewMethod) {
  await lockOwner(tx, userId);
  const [kept] = await tx.query<{ count: number }>(
    'select count(*) as count from withdrawal_methods where user_id = $1 and removed_at is null',
    [userId],
  );
  if ((kept?.count ?? 0) >= withdrawalMethodsMax) return refuse('11054');
  const now = clock.wall();
  const { card } = method;
  const [row] = await tx.query<{ id: number }>(
    `insert into withdrawal_methods
       (user_id, kind, coin, network_id, address, label, holder, sealed_card, card_hash, last_four, created_at, usable_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict do nothing returning id`,
    [
      userId,
      method.kind,
      method.coin,
      method.networkId ?? null,
      method.address ?? null,
      method.label,
      card?.holder ?? null,
      card?.sealed ?? null,
      card?.hash ?? null,
      card?.lastFour ?? null,
      new Date(now),
      new Date(now + waits.addressCoolDownMs),
    ],
  );
  if (row === undefined) return refuse('11056', { [card === undefined ? 'address' : 'cardNumber']: '11056' });
  const saved = await findMethod(tx, userId, `m${row.id}`);
  if (saved === undefined) throw new Error(`method ${row.id} was saved and is not there`);
  return toWire(saved);
}
