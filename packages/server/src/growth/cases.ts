import type { Person } from '@assay/domain/kyc/person.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { keepWords, sealPerson } from '../kyc/index.ts';
import { post } from '../ledger/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';

/** Customers of one transaction. */
const atOnce = 500;
export const quickly = { synchronous_commit: 'off', statement_timeout: '0' };
const firstNames = ['Ada', 'Ben', 'Chloé', 'Dai', 'Eva', 'Finn', 'Grete', 'Hui', 'Ida', 'Jonas', 'Kenji', 'Léa', 'Minh'];
const beginnings = ['Al', 'Ber', 'Chan', 'Dor', 'El', 'Fal', 'Gar', 'Hol', 'Iver', 'Jan', 'Kel', 'Lin', 'Mar', 'Nor', 'Ost'];
const middles = ['ba', 'cke', 'de', 'fi', 'go', 'hu', 'ki', 'la', 'mo', 'ne', 'pi', 'ra', 'su', 'ta', 'vi', 'zo', 'wen'];
const endings = ['berg', 'dal', 'feld', 'hofer', 'kov', 'lund', 'mann', 'nen', 'poulos', 'quist', 'sen', 'ström', 'wood'];

interface GrownCases {
  /** Customers without an identification so far; each gets one that waits. */
  readonly users: readonly string[];
  /** So many deposits that wait, and as many withdrawals. */
  readonly cases: number;
  readonly secret: string;
}

/** Submits for generated customers: identifications of all, and pending deposits and withdrawals. */
export async function growCases(db: Database, { users, cases, secret }: GrownCases, now: number): Promise<void> {
  for (let from = 0; from < users.length; from += atOnce) {
    const group = users.slice(from, from + atOnce);
    await db.transact(async (tx) => identify(tx, secret, group, now), quickly);
  }
  for (let from = 0; from < cases; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, cases - from) }, (_, place) => from + place);
    await db.transact(async (tx) => {
      for (const number of numbers) await moveMoney(tx, users[number % users.length] ?? '', number, now);
    }, quickly);
  }
}

/**
 * The person of this number. Nearly four thousand surnames, so that each has some dozens of namesakes among a hundred thousand.
 */
export function personOf(number: number): Person {
  const of = (list: readonly string[], divisor: number) => list[Math.floor(number / divisor) % list.length] ?? '';
  return {
    firstName: of(firstNames, 1),
    lastName: of(beginnings, 1) + of(middles, beginnings.length) + of(endings, beginnings.length * middles.length),
    sex: number % 2 === 0 ? 'female' : 'male',
    birthdate: '1990-05-17',
    country: 'DE',
    address: 'Lindenallee 4, 10115 Berlin',
    email: `grown${number}@grown.invalid`,
    phone: `+4917${String(number).padStart(9, '0')}`,
    documentNumber: `G${String(number).padStart(8, '0')}`,
  };
}

export const picture = async (
  tx: Transaction,
  ownerId: string,
  purpose: 'kyc' | 'deposit' | 'loan',
  at: Date,
): Promise<string> => {
  const [image] = await tx.query<{ id: string }>(
    `insert into images (id, owner_id, purpose, media_type, width, height, bytes, sealed_key, created_at)
     values (gen_random_uuid(), $1, $2, 'image/png', 1, 1, 1, '', $3) returning id`,
    [ownerId, purpose, at],
  );
  if (image === undefined) throw new Error('an inserted picture has no id');
  return image.id;
};

async function identify(tx: Transaction, secret: string, users: readonly string[], now: number): Promise<void> {
  const at = new Date(now);
  for (const userId of users) {
    const person = personOf(Number(userId));
    const image = await picture(tx, userId, 'kyc', at);
    const [row] = await tx.query<{ id: number }>(
      `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, holding_id, signature_id, kept, submitted_at, due_at)
       values ($1, $2, 'passport', $3, $4, $4, $4, '{}', $5, $5::timestamptz + interval '1 day') returning id`,
      [newOrderNo('K', now), userId, sealPerson(secret, userId, person), image, at],
    );
    if (row === undefined) throw new Error('a case was not written');
    await keepWords(tx, secret, { id: row.id, person });
  }
}

const hexOf = (number: number) => number.toString(16).padStart(64, 'c');
const addressOf = (number: number) => `T${String(number).padStart(33, 'G')}`;

async function moveMoney(tx: Transaction, userId: string, number: number, now: number): Promise<void> {
  const at = new Date(now);
  const proof = await picture(tx, userId, 'deposit', at);
  const units = BigInt(100 + (number % 400)) * 1_000_000n;
  await tx.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at)
     values ($1, $2, 'USDT', 'TRC20', 'tron', $3, $4, $5, $6, $7)`,
    [newOrderNo('D', now), userId, addressOf(number), units, hexOf(number), proof, at],
  );
  const withdrawalNo = newOrderNo('W', now);
  await tx.query(
    `with method as (
       insert into withdrawal_methods (user_id, kind, coin, network_id, address, label, created_at, usable_from)
       values ($2, 'coin', 'USDT', 'TRC20', $3, 'grown', $5, $5) returning id
     )
     insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee, actual, value, created_at)
     select $1, $2, id, 'USDT', $4::numeric, 0, 0, $4::numeric, $4::numeric, $5 from method`,
    [withdrawalNo, userId, addressOf(number + 50_000_000), units, at],
  );
  const recipe = recipes.withdrawalRequested({ userId, asset: usdt, amount: amount(units) });
  await post(tx, { book: 'real', reference: withdrawalNo, at: now, ...recipe });
}
