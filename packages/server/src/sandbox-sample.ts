import { homeClaims } from '@assay/contract/vocabulary/limits.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { loanOffers } from '@assay/domain/loans/catalogue.ts';
import { type Amount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { planListings } from '@assay/domain/plans/catalogue.ts';
import { makeSampleKeys } from './funds/index.ts';
import type { Identity } from './identity/index.ts';
import { fundHouse, post } from './ledger/index.ts';
import { offerAll } from './loans/index.ts';
import { galleryOpensMsBefore, openGallery } from './nfts/index.ts';
import { putOnSale } from './plans/index.ts';
import type { Clock } from './platform/clock.ts';
import { type Database, unhurried } from './platform/database.ts';
import { isRefusal } from './platform/refusal.ts';

export const sampleUserName = 'sample';
const sampleEmail = 'sample@assay.example';
const sampleDeposit = '25000';
/**
 * They have bid for charity NFTs before the first visitor. They share the sample's password, so that one can outbid oneself.
 */
const collectors = ['mei_lin', 'omar_k', 'ines_v', 'tariq88'];
const collectorDeposit = '20000';
const houseFunds = { treasury: '2000000', insurance: '500000', lending: '1000000', trading: '5000000' };

function usdtOf(text: string): Amount {
  const amount = parseAmount(text, usdt);
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return amount;
}

/**
 * What a sandbox shows from the first minute: a house with its own funds in both books, yield plans on sale, and a customer
 * whose real account holds 25,000 USDT. Each part happens once, however often the server starts. Only the owner of the tables
 * may book money without a decision.
 */
export async function seedSandbox(
  databases: { readonly pool: Database; readonly owner: Database },
  clock: Clock,
  identity: Identity,
  password: string,
): Promise<void> {
  const at = clock.now();
  const [db, owner] = [patient(databases.pool), patient(databases.owner)];
  const funds = {
    treasury: usdtOf(houseFunds.treasury),
    insurance: usdtOf(houseFunds.insurance),
    lending: usdtOf(houseFunds.lending),
    trading: usdtOf(houseFunds.trading),
  };
  for (const book of ['demo', 'real'] as const) {
    await owner.transact((tx) => fundHouse(tx, { book, reference: `sandbox:house:${book}`, at, funds }));
  }
  await putOnSale(db, planListings, at);
  await offerAll(db, loanOffers, at);
  await makeSampleKeys(db);
  const claims = { ...homeClaims, source: 'sample data', date: new Date(at).toISOString().slice(0, 10) };
  await owner.query('insert into parameters (key, value, public) values ($1, $2, true) on conflict (key) do nothing', [
    'claims',
    JSON.stringify(claims),
  ]);
  await fillGallery({ db, owner }, identity, { password, at });
  const userId = await identity.createUser({ userName: sampleUserName, email: sampleEmail, password, language: 'en' });
  // Refused when the name is taken: by the sample customer of an earlier start.
  if (isRefusal(userId)) return;
  await owner.transact((tx) => {
    const deposit = recipes.depositCompleted({ userId, amount: usdtOf(sampleDeposit) });
    return post(tx, { book: 'real', reference: 'sandbox:deposit', at, ...deposit });
  });
}

/** No request waits for this, and on a busy machine a start is slow between two statements. */
function patient(pool: Database): Database {
  return { ...pool, transact: (work, settings) => pool.transact(work, { ...unhurried, ...settings }) };
}

/** Pieces in every state, with bids. An earlier start has done it where the collectors are there already. */
async function fillGallery(
  { db, owner }: { readonly db: Database; readonly owner: Database },
  identity: Identity,
  { password, at }: { readonly password: string; readonly at: number },
): Promise<void> {
  const ids: string[] = [];
  for (const userName of collectors) {
    const userId = await identity.createUser({ userName, email: `${userName}@assay.example`, password, language: 'en' });
    if (isRefusal(userId)) return;
    const deposit = recipes.depositCompleted({ userId, amount: usdtOf(collectorDeposit) });
    const reference = `sandbox:deposit:${userName}`;
    await owner.transact((tx) => post(tx, { book: 'real', reference, at: at - galleryOpensMsBefore, ...deposit }));
    ids.push(userId);
  }
  await openGallery(db, ids, at);
}
