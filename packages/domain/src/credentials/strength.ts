import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** How hard a password is to guess, from 0 to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4;

export interface Judgement {
  readonly strength: Strength;
  /** 11268 one of the 10,000 commonest, 11267 too easy to guess; null for one that may be taken. */
  readonly refused: '11267' | '11268' | null;
}

/** About 10⁸ guesses: what a stolen hash of Argon2 holds out for months, and a sign-in that slows guessing for good. */
const strengthMin: Strength = 3;
export const commonestMax = 10_000;
/** What comes later only makes it longer; and the time that guessing takes grows faster than the text. */
const judgedCharsMax = 40;
/** Ways to read digits and signs as letters that are tried, for the same reason. */
const substitutionsMax = 8;

/**
 * Judges new passwords by how many guesses they take, with the words of some languages besides the commonest passwords, names
 * of keys beside each other, dates and repetitions. `own` is what is known about the user, such as the user name.
 */
export function passwordJudge(
  words: Readonly<Record<string, string[]>> = {},
): (password: string, own: readonly string[]) => Judgement {
  const commonest = new Set(dictionary['passwords-common'].slice(0, commonestMax));
  const guesser = new ZxcvbnFactory({
    dictionary: { ...dictionary, ...words },
    graphs: adjacencyGraphs,
    maxLength: judgedCharsMax,
    l33tMaxSubstitutions: substitutionsMax,
  });
  return (typed, own) => {
    const password = typed.normalize('NFKC');
    if (commonest.has(password.toLowerCase())) return { strength: 0, refused: '11268' };
    const strength = guesser.check(
      password,
      own.filter((text) => text !== ''),
    ).score;
    return { strength, refused: strength < strengthMin ? '11267' : null };
  };
}
