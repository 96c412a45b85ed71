// Figures in the words. A long one is never typed into a text: it is put in, in the digits and groups of the language. A short
// one of the rules may be typed in a sentence, and then every language must have the one that the code uses.
import { apiKeysMax, openTradeDaysMax } from '@assay/contract/vocabulary/api-keys.ts';
import { passwordCharsMax, passwordCharsMin } from '@assay/contract/vocabulary/credentials.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { minimumDeposits } from '@assay/contract/vocabulary/limits.ts';
import { coolOffDays, dailyLossMax, dailyLossMin } from '@assay/contract/vocabulary/protection.ts';
import { passkeysMax } from '@assay/contract/vocabulary/sign-ins.ts';
import { messageCharsMax, visitorConversationDays } from '@assay/contract/vocabulary/support.ts';
import { commonestMax } from '@assay/domain/credentials/strength.ts';
import { validDaysMax } from '@assay/domain/dealing/validity.ts';
import { ageMin } from '@assay/domain/kyc/person.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { extensionMs } from '@assay/domain/nfts/auction.ts';
import { partsMax } from '@assay/domain/positions/parts/shares.ts';
import { smallestTurnover } from '@assay/domain/spot/decide-submit.ts';
import type { Body, BodyName } from './bodies.ts';
import { textsOf } from './faults.ts';

type Figures = Readonly<Record<string, readonly number[]>>;

const extensionMinutes = extensionMs / 60_000;

/** By the key of a text: the numbers that it says, as the rules have them. */
export const figures: Readonly<Partial<Record<BodyName, Figures>>> = {
  site: {
    'coins:dust.text': [Number(formatFixed(smallestTurnover))],
    'currency:blocker.until': [validDaysMax],
    'dashboard:steps.fundedText': [Number(minimumDeposits.USDT)],
    'keys:networksHint': [openTradeDaysMax],
    'limits:coolOff.period.3d': [coolOffDays['3d']],
    'limits:coolOff.period.7d': [coolOffDays['7d']],
    'nfts:bid.extends': [extensionMinutes, extensionMinutes],
    'nfts:how.late.text': [extensionMinutes, extensionMinutes],
    'service:kept.visitor': [visitorConversationDays],
    'waiting:until.wrong': [validDaysMax],
  },
  codes: {
    '11014': [passwordCharsMin, passwordCharsMax],
    '11029': [ageMin],
    '11118': [passkeysMax],
    '11120': [1, messageCharsMax],
    '11135': [Number(dailyLossMin), Number(dailyLossMax)],
    '11266': [passwordCharsMin, passwordCharsMax],
    '11268': [commonestMax],
    '11303': [partsMax],
    '11305': [validDaysMax],
    '11386': [apiKeysMax],
    '11388': [openTradeDaysMax],
  },
};

/** Digits in groups of three, as one of the languages parts them. */
const groups = String.raw`[1-9]\d{0,2}(?:[.,’ \u00a0\u202f\u066c]\d{3})+(?!\d)`;
const number = new RegExp(String.raw`(${groups}|\d+)(\s?[万萬만])?`, 'gu');
const long = new RegExp(`(?<![\\d.])${groups}(?![.\\d])`, 'u');

const myriad = 10_000;
const numbersIn = (text: string): number[] =>
  [...text.matchAll(number)].map(
    ([, digits = '', tens]) => Number(digits.replace(/\D/g, '')) * (tens === undefined ? 1 : myriad),
  );

const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b).join(', ');

/** Texts that say another figure than the rules go by. */
export function figureFaults(body: Body, language: Language, known: Figures): string[] {
  const texts = textsOf(body, language);
  return Object.entries(known).flatMap(([key, wanted]) => {
    const text = texts.get(key) ?? '';
    const said = inOrder(numbersIn(text.replace(body.value, ' ')));
    return said === inOrder(wanted) ? [] : [`${key} says ${said || 'no figure'} instead of ${inOrder(wanted)}: "${text}"`];
  });
}

/** Texts with a long figure that is typed, and that no rule vouches for. */
export function typedFaults(body: Body, language: Language, known: Figures = {}): string[] {
  return [...textsOf(body, language)]
    .filter(([key, text]) => !(key in known) && long.test(text.replace(body.value, 'x')))
    .map(([key, text]) => `${key} has a long figure typed: "${text}"`);
}
