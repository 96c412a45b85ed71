import type { Judgement } from '@assay/domain/credentials/strength.ts';

/** As the server judges, without the words of languages, which weigh more than the page. */
export type Judge = (password: string, own: readonly string[]) => Judgement;

let judge: Promise<Judge | null> | undefined;

/** Fetched when a password is about to be chosen; null when it can't be, and then the server alone judges. */
export function loadJudge(): Promise<Judge | null> {
  judge ??= import('@assay/domain/credentials/strength.ts').then(
    ({ passwordJudge }) => passwordJudge(),
    () => {
      judge = undefined;
      return null;
    },
  );
  return judge;
}
