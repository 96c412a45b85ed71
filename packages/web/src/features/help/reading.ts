import { plainText } from '../../shared/words/plain-text.ts';

/** What the address of a heading is made of: its letters and digits, whatever the script. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The headings of the second level, for the list beside a long text. */
export function headingsOf(body: string): string[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.trim());
}

const excerptLength = 130;
const wordLength = 20;

/** The place where a text speaks of what was looked for, or its beginning. */
export function excerptOf(body: string, query: string): string {
  const text = plainText(body);
  const [word = ''] = query.toLowerCase().trim().split(/\s+/);
  const at = word === '' ? 0 : Math.max(0, text.toLowerCase().indexOf(word) - 40);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const from = start === 0 || start > at + wordLength ? at : start;
  const rest = text.slice(from);
  if (rest.length <= excerptLength) return `${from > 0 ? '… ' : ''}${rest}`;
  // At the end of a word, where words are parted by spaces.
  const space = rest.lastIndexOf(' ', excerptLength);
  const part = rest.slice(0, space > excerptLength - wordLength ? space : excerptLength);
  return `${from > 0 ? '… ' : ''}${part} …`;
}

/** Letters without their accents and cases, so that "über" is found by "uber". */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Keeps the texts that have every word of the query, in title or body. */
export function matching<T extends { title: string; body: string }>(texts: readonly T[], query: string): T[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return texts.filter(({ title, body }) => {
    const text = folded(`${title} ${plainText(body)}`);
    return words.every((word) => text.includes(word));
  });
}
