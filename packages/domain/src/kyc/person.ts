import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { DocumentField, PersonField, Sex } from '@assay/contract/vocabulary/kyc.ts';
import { countries } from './countries.ts';

/** A person as an identification names them. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly sex: Sex;
  /** yyyy-mm-dd */
  readonly birthdate: string;
  readonly country: string;
  readonly address: string;
  readonly email: string;
  /** E.164: + and up to 15 digits. */
  readonly phone: string;
  readonly documentNumber?: string;
  /** yyyy-mm-dd; absent where the document shows none. */
  readonly documentExpiry?: string;
}

export const ageMin = 18;
const ageMax = 120;

const letters = /^[\p{L}\p{M}][\p{L}\p{M} .'’·・-]{0,59}$/u;
const printable = /^[^\p{C}]{5,200}$/u;
const mailAddress = /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/;
const e164 = /^\+[1-9][0-9]{6,14}$/;
const known = new Set(countries);
const sameNumber = /^(?=.*\p{N})[\p{L}\p{N}]{4,24}$/u;

const name = (text: string) => (letters.test(text) ? undefined : '11031');
const rules: Readonly<Record<PersonField | DocumentField, (text: string, today: string) => Code | undefined>> = {
  firstName: name,
  lastName: name,
  sex: (text) => (text === 'female' || text === 'male' ? undefined : '11030'),
  birthdate: checkBirthdate,
  country: (text) => (known.has(text) ? undefined : '11033'),
  address: (text) => (printable.test(text) ? undefined : '11035'),
  email: (text) => (text.length <= 254 && mailAddress.test(text) ? undefined : '10002'),
  phone: (text) => (e164.test(text) ? undefined : '11034'),
  documentNumber: (text) => (sameNumber.test(normalNumber(text)) ? undefined : '11260'),
  documentExpiry: (text, today) => (isDay(text) && text >= today ? undefined : '11261'),
};

/** What is wrong with one field of a person, by its code; undefined when nothing is. `today` is a UTC day, yyyy-mm-dd. */
export function checkField(field: PersonField | DocumentField, text: string, today: string): Code | undefined {
  return rules[field](text, today);
}

function checkBirthdate(birthdate: string, today: string): Code | undefined {
  if (!isDay(birthdate) || birthdate > today) return '11032';
  const age = ageOn(birthdate, today);
  if (age > ageMax) return '11032';
  return age < ageMin ? '11029' : undefined;
}

/** A day that the calendar has. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** Whole years. A person born on 29 February is a year older on 1 March of other years. */
export function ageOn(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years;
}

/** The number of a document however it is typed: capitals, European digits, and no spaces, dashes or dots. */
export function normalNumber(text: string): string {
  const european = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, europeanDigit);
  return european.toUpperCase().replaceAll(/[\s\p{P}\p{Cf}<]/gu, '');
}

/** Unicode has the digits of a script in a row, from zero to nine. */
function europeanDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * A number by its looks, to compare it with others: documents print Latin capitals and digits, and a reviewer can't distinguish
 * these from letters of another script, or O from 0.
 */
export function numberSkeleton(text: string): string {
  return latinLooks(normalNumber(text)).replaceAll('O', '0').replaceAll('I', '1');
}

/** A name however it is written: without accents, case, marks and the order of its words, and by the looks of its letters. */
export function nameSkeleton({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  const bare = `${firstName} ${lastName}`.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return latinLooks(bare)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');
}

/** Capitals of other scripts, and of Latin what they look like. */
const looks: ReadonlyMap<string, string> = new Map(
  [
    { script: 'АВЕЅІӀЈКМНОРСТУҮХѴԚԜ', latin: 'ABESIIJKMHOPCTYYXVQW' }, // Cyrillic
    { script: 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', latin: 'ABEZHIKMNOPTYX' }, // Greek
  ].flatMap(({ script, latin }) => Array.from(script, (letter, at) => [letter, latin[at] ?? letter] as const)),
);

/** By the looks of its letters. */
export function latinLooks(capitals: string): string {
  return capitals.replaceAll(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => looks.get(letter) ?? letter);
}
