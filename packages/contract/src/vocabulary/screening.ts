/** Cases that the operator's own screening is asked about. */
export const screened = ['deposit', 'withdrawal', 'identity'] as const;
export type Screened = (typeof screened)[number];

/** What it answers: nothing is known, a person has to look, or nothing may be done. */
export const screeningAnswers = ['clear', 'look', 'refuse'] as const;
export type ScreeningAnswer = (typeof screeningAnswers)[number];

/** `off`: nobody is asked · `unknown`: not answered yet, which is not clear. */
export const screeningStates = ['off', 'unknown', ...screeningAnswers] as const;
export type ScreeningState = (typeof screeningStates)[number];
