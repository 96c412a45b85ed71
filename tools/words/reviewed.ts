// Which English each translation was read against. When an English text changes, its translations still have the old meaning,
// which is not visible in them: until they were reviewed beside the new text and marked so, the text counts as unread.
import { createHash } from 'node:crypto';
import { type Body, type BodyName, bodies, bodyNames } from './bodies.ts';
import { textsOf } from './faults.ts';
import data from './reviewed.json' with { type: 'json' };

/** By body and group of texts: the marks of the English texts as they were when their translations were read. */
export type Reviewed = Readonly<Partial<Record<BodyName, Readonly<Record<string, string>>>>>;
export const reviewed: Reviewed = data;

const markChars = 6;
/** A key with its English. The same words at another place are another text. */
const markOf = (key: string, english: string): string =>
  createHash('sha256').update(`${key}\n${english}`).digest('base64url').slice(0, markChars);

/** A file of the site, a desk of the console, a text of the content: what is read in one go. */
const groupOf = (key: string): string => /^[^:.]+/.exec(key)?.[0] ?? key;
/** Messages have numbers, which are no groups. */
const groupIn = (name: BodyName, key: string): string => (name === 'codes' ? key.slice(0, -3) || key : groupOf(key));

/** Keys of English texts whose translations are not reviewed. */
export function unread(name: BodyName, body: Body, known: Reviewed = reviewed): string[] {
  const read = new Set(Object.values(known[name] ?? {}).flatMap((marks) => marks.split(' ')));
  return [...textsOf(body, 'en')].filter(([key, text]) => !read.has(markOf(key, text))).map(([key]) => key);
}

/** Marks of texts that are gone or say something else by now: they go with the next reading. */
export function leftovers(name: BodyName, body: Body, known: Reviewed = reviewed): string[] {
  const there = new Set([...textsOf(body, 'en')].map(([key, text]) => markOf(key, text)));
  return Object.values(known[name] ?? {})
    .flatMap((marks) => marks.split(' '))
    .filter((mark) => !there.has(mark));
}

/** What to keep once the translations of these texts have been read: `body key` each. Marks of what is gone are dropped. */
export function afterReading(read: ReadonlySet<string>, known: Reviewed = reviewed): Reviewed {
  return Object.fromEntries(
    bodyNames.map((name) => {
      const still = new Set(unread(name, bodies[name], known).filter((key) => !read.has(`${name} ${key}`)));
      const marks = [...textsOf(bodies[name], 'en')].filter(([key]) => !still.has(key));
      const groups = Map.groupBy(marks, ([key]) => groupIn(name, key));
      const kept = [...groups].map(([group, texts]) => [group, texts.map(([key, text]) => markOf(key, text)).join(' ')]);
      return [name, Object.fromEntries(kept)];
    }),
  );
}
