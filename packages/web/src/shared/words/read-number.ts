import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';

/** Why a text is not taken for a number. */
export type Misread = 'sign' | 'notANumber' | 'grouping' | 'ambiguous' | 'decimals' | 'tooLong';

/** What a text says: a plain decimal as the wire carries it (empty for nothing), or why it says none. */
export type Reading = { readonly value: string } | { readonly misread: Misread };

/** No decimal begins with it: parsing such a value fails, and it does not count as empty. */
const unreadMark = '?';

/** What a number field passes on while its text is no number: neither a decimal nor nothing. */
export const unread = (text: string): string => `${unreadMark}${text}`;
export const isUnread = (value: string): boolean => value.startsWith(unreadMark);
/** The text of the field for such a value. */
export const unreadText = (value: string): string => value.slice(unreadMark.length);
/** Whether a number is filled in. */
export const isFilledIn = (value: string): boolean => value !== '' && !isUnread(value);

interface Signs {
  readonly decimal: string;
  readonly group: string;
}

const signsOf = new Map<Language, Signs>();

/** How a language writes decimals and thousands, as `Intl` knows it. */
function signs(language: Language): Signs {
  const known = signsOf.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(localeTags[language]).formatToParts(1_234_567.5);
  const sign = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? '';
  const found = { decimal: sign('decimal'), group: sign('group') };
  signsOf.set(language, found);
  return found;
}

const wholeDigitsMax = 18;

const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** What keyboards and input methods of the world give in place of a Western sign. */
const otherSigns: Readonly<Record<string, string>> = {
  '\uff0c': ',',
  '\u060c': ',',
  '\u3001': ',',
  '\uff0e': '.',
  '\u3002': '.',
  '\u2019': "'",
  '\uff07': "'",
  '\u2212': '-',
  '\u2013': '-',
  '\uff0d': '-',
  '\uff0b': '+',
};

/** Western digits and signs: full-width and Arabic ones are turned into them, what cannot be seen is dropped. */
export function westernDigits(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/\s/g, ' ')
    .replace(/[\uff0c\u060c\u3001\uff0e\u3002\u2019\uff07\u2212\u2013\uff0d\uff0b]/g, (sign) => otherSigns[sign] ?? sign);
}

/** A plain decimal as the language writes it, without grouping: what a number field shows. */
export function writeNumber(value: string, language: Language): string {
  return value.replace('.', signs(language).decimal);
}

/** Whether the text is written in the field's own way, so that it needs no word on how it was read. */
export function isPlainly(text: string, language: Language): boolean {
  return text.split(signs(language).decimal).length <= 2 && /^[0-9]*$/.test(text.replace(signs(language).decimal, ''));
}

/** A unit that was copied with its figure; another unit is another amount, and refused with the letters. */
function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text;
  const lower = text.toLowerCase();
  if (lower.endsWith(unit.toLowerCase())) return text.slice(0, -unit.length).trim();
  return lower.startsWith(unit.toLowerCase()) ? text.slice(unit.length).trim() : text;
}

const separators = /[ '.,\u066b\u066c]/g;

/**
 * Where the decimals begin, as an index of their sign; null when there are none. Two kinds of separators decide it, and so does
 * one that occurs twice. A single point or comma is what the language uses it for. Another one begins decimals where no three
 * of them follow, or a zero precedes it; else it may as well be for thousands, and the meaning is ambiguous.
 */
function decimalAt(text: string, { decimal, group }: Signs): number | null | Misread {
  const found = [...text.matchAll(separators)];
  const last = found.at(-1);
  if (last === undefined) return null;
  const [sign] = last;
  const kinds = new Set(found.map(([kind]) => kind));
  const once = found.filter(([kind]) => kind === sign).length === 1;
  const mayBeDecimal = once && /[.,\u066b]/.test(sign);
  if (kinds.size > 2 || (kinds.size === 2 && !mayBeDecimal)) return 'grouping';
  if (kinds.size === 2 || sign === '\u066b') return mayBeDecimal ? last.index : 'grouping';
  if (!mayBeDecimal) return null;
  if (sign === decimal || !/^(?:[0-9]*[1-9][0-9]*)?.[0-9]{3}$/.test(text)) return last.index;
  return sign === group && last.index > 0 && last.index <= 3 ? null : 'ambiguous';
}

/**
 * Reads what a person has typed or pasted, in the way of their language: `1,500` is fifteen hundred in English and one and a
 * half in German. `decimals` is how many the amount or price can have; `unit` may be beside the figure. Nothing is cut or
 * guessed: what has two meanings is refused, as are signs and exponents.
 */
export function readNumber(typed: string, language: Language, decimals: number, unit = ''): Reading {
  const text = withoutUnit(westernDigits(typed).trim(), unit);
  if (text === '') return { value: '' };
  if (/^[0-9 .,'\u066b\u066c]*[-+]|^\(.*\)$/.test(text)) return { misread: 'sign' };
  if (!/^[0-9 .,'\u066b\u066c]*[0-9][0-9 .,'\u066b\u066c]*$/.test(text)) return { misread: 'notANumber' };
  const at = decimalAt(text, signs(language));
  if (typeof at === 'string') return { misread: at };
  const groups = (at === null ? text : text.slice(0, at)).split(separators);
  if (groups.length > 1 && !/^[1-9][0-9]{0,2}(?:,[0-9]{3})+$/.test(groups.join(','))) return { misread: 'grouping' };
  const whole = groups.join('').replace(/^0+(?=[0-9])/, '');
  const fraction = at === null ? '' : text.slice(at + 1);
  if (whole.length > wholeDigitsMax) return { misread: 'tooLong' };
  if (/[1-9]/.test(fraction.slice(decimals))) return { misread: 'decimals' };
  const kept = fraction.slice(0, decimals);
  return { value: `${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}` };
}
