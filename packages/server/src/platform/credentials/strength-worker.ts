import { parentPort } from 'node:worker_threads';
import { passwordJudge } from '@assay/domain/credentials/strength.ts';
import { dictionary as german } from '@zxcvbn-ts/language-de';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';
import { dictionary as french } from '@zxcvbn-ts/language-fr';
import { dictionary as italian } from '@zxcvbn-ts/language-it';
import { dictionary as japanese } from '@zxcvbn-ts/language-ja';
import type { Question, Said } from './strength.ts';

/** Of each language; rarer ones are no easier to guess than letters in a row. */
const wordsMax = 10_000;

const judge = passwordJudge(
  Object.fromEntries(
    Object.entries({
      english: english['commonWords-en'],
      german: german.commonWords,
      french: french['commonWords-fr'],
      spanish: spanish['commonWords-es-es'],
      italian: italian.commonWords,
      japanese: japanese.commonWords,
    }).map(([language, words]) => [language, words.slice(0, wordsMax)]),
  ),
);

// In a thread of its own, with its tables of words: a slow text delays only the callers that wait for the same check.
parentPort?.on('message', ({ id, password, own }: Question) => {
  parentPort?.postMessage({ id, refused: judge(password, own).refused } satisfies Said, []);
});
parentPort?.postMessage('ready' satisfies Said, []);
