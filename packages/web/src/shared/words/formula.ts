/** Phrases that a receipt's formulas are written with, longer ones before those they contain. */
const phrases = {
  'credited for the coins bought here − their average cost, its fees counted; other coins bring neither profit nor loss':
    'coinNetProfit',
  'value of the coins bought here − their average cost, fees apart; other coins bring neither profit nor loss': 'coinProfit',
  'loss beyond the margin, not owed by the customer': 'notOwed',
  'margin and fee, each rounded up': 'eachRoundedUp',
  'rounded down to a tick': 'roundedDownTick',
  'rounded up to a tick': 'roundedUpTick',
  'in exact numbers': 'exactNumbers',
  'at most what was held': 'atMostHeld',
  'at most what there is': 'atMostThere',
  'at the limit': 'atLimit',
  'demo reset': 'demoReset',
  'rounded down': 'roundedDown',
  'rounded up': 'roundedUp',
  'at least': 'atLeast',
} as const;
export type Phrase = (typeof phrases)[keyof typeof phrases];

const known = new Map<string, Phrase>(Object.entries(phrases));
const parts = new RegExp(`${[...known.keys()].join('|')}|[A-Za-z]+`, 'g');

/** A formula of a receipt with its names and phrases in the person's language; signs and numbers stay. */
export function translateFormula(text: string, word: (name: string) => string, phrase: (phrase: Phrase) => string): string {
  return text.replace(parts, (part) => {
    const found = known.get(part);
    return found === undefined ? word(part) : phrase(found);
  });
}
