/** Cases that are sent to the operator's own screening. */
export const screened = ['deposit', 'withdrawal', 'identity'] as const;
export type Screened = (typeof screened)[number];

/** What it answers: nothing is known, a person has to look, or nothing may be done. */
export const screeningAnswers = ['clear', 'look', 'refuse'] as const;
export type ScreeningAnswer = (typeof screeningAnswers)[number];

/** `off`: no query is made · `unknown`: not answered yet, which is not `clear`. */
export const screeningStates = ['off', 'unknown', ...screeningAnswers] as const;
export type ScreeningState = (typeof screeningStates)[number];
