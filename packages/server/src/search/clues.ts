import { normalNumber } from '@assay/domain/kyc/person.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { type Sought, soughtIn } from '../kyc/index.ts';

/** An amount that was typed, in the smallest unit of USDT and of every other coin; undefined where it is finer than that. */
interface SoughtAmount {
  readonly usdt: bigint | undefined;
  readonly coins: bigint | undefined;
  /** The coin, where it was named. */
  readonly coin: string | null;
}

/** The possible meanings of a search text. Most have several: digits alone an id, an amount, a telephone number. */
export interface Clues {
  readonly number: string | undefined;
  readonly id: string | undefined;
  /** How a user name begins, in small letters. */
  readonly userName: string | undefined;
  /** How a mail address begins. */
  readonly email: string | undefined;
  readonly mailHouse: string | undefined;
  readonly inviteCode: string | undefined;
  readonly name: Sought | undefined;
  readonly phone: Sought | undefined;
  readonly document: Sought | undefined;
  /** How a hash or an address begins, in small letters, and how it ends where its middle was left out. */
  readonly onChain: { readonly head: string; readonly tail: string } | undefined;
  readonly amount: SoughtAmount | undefined;
}

/** Letters of a hash or an address from which on it is looked for by its beginning. */
const beginningMin = 8;
const wordsMax = 12;

/** Reads what was typed or pasted, an address of a chain's explorer too. Nothing of it is refused: what is no clue finds nothing. */
export function readClues(query: string): Clues {
  const text = longestPart(query.trim());
  const only = <T>(is: boolean, value: () => T): T | undefined => (is ? value() : undefined);
  const number = only(/^[CDKLOPSW][0-9]{6}-[0-9A-Z]{10}$/iu.test(text), () => text.toUpperCase());
  // Such a number is nothing else.
  const free = number === undefined;
  const small = text.toLowerCase();
  const name = only(free && /^[\p{L}\p{M}\s.'’‘ʼ`´·・-]+$/u.test(text), () => soughtIn('name', text));
  return {
    number,
    id: only(/^[1-9][0-9]{0,14}$/u.test(text), () => text),
    userName: only(/^[a-z][a-z0-9_]{1,19}$/u.test(small), () => small),
    email: only(/^[^\s@%]+@[^\s@]*$/u.test(text), () => small),
    mailHouse: only(/^@[^\s@]{3,}$/u.test(text), () => small.slice(1)),
    inviteCode: only(/^[a-z0-9]{10}$/u.test(small), () => text.toUpperCase()),
    name: name !== undefined && name.length <= wordsMax ? name : undefined,
    phone: only(/^\+?[\p{Nd}\s()./-]+$/u.test(text), () => soughtIn('phone', text)),
    document: only(free && /^(?=.*\p{N})[\p{L}\p{N}]{4,24}$/u.test(normalNumber(text)), () => soughtIn('document', text)),
    onChain: free ? onChainIn(small) : undefined,
    amount: amountIn(text),
  };
}

/** Of an address of a page its longest part: explorers name the transaction so. */
function longestPart(text: string): string {
  if (!/^https?:\/\//u.test(text)) return text;
  return text.split(/[/?#=&]/u).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function onChainIn(text: string): Clues['onChain'] {
  const [, head, tail] = /^([0-9a-z]{4,64})(?:…|\.{2,3})([0-9a-z]{2,64})$/u.exec(text) ?? [];
  if (head !== undefined && tail !== undefined) return { head, tail };
  return text.length >= beginningMin && /^(?=.*[0-9])[0-9a-z]{1,128}$/u.test(text) ? { head: text, tail: '' } : undefined;
}

function amountIn(text: string): SoughtAmount | undefined {
  const [, digits, coin] = /^([0-9][0-9,' ]*(?:\.[0-9]+)?)\s*([A-Za-z][A-Za-z0-9]{1,9})?$/u.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const plain = digits.replaceAll(/[,' ]/gu, '').replace(/^0+(?=[0-9])/u, '');
  const inUsdt = parseAmount(plain, usdt);
  const inCoins = parseAmount(plain, assetOf(coin?.toUpperCase() === usdt.code ? '' : (coin ?? '')));
  if (inUsdt === 0n || (inUsdt === undefined && inCoins === undefined)) return undefined;
  return { usdt: inUsdt, coins: inCoins, coin: coin?.toUpperCase() ?? null };
}
