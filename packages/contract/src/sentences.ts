/** Marks of Chinese and Japanese are as wide as a sign and have their distance in them: no space follows one. */
const hasDistance = /[。，、；：！？）」』]$/;

/** A text with the separator between it and what follows it in its line. */
export const followed = (text: string): string => (hasDistance.test(text) ? text : `${text} `);

/** One sentence after the other; without those that there are none of. */
export const inARow = (...sentences: readonly (string | null)[]): string =>
  sentences
    .filter((sentence) => sentence !== null)
    .map((sentence, place, all) => (place === all.length - 1 ? sentence : followed(sentence)))
    .join('');
