// `npm run reviewed`: shows each English text that is new or was changed, with what the other languages say in its place, to be read.
// `npm run reviewed -- "site profile:demo.reset" …` keeps that they agree; `npm run reviewed -- all` does for all that it has shown.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodies, bodyNames } from './bodies.ts';
import { baseOf, textsOf } from './faults.ts';
import { afterReading, unread } from './reviewed.ts';

const asked = process.argv.slice(2);
const waiting = bodyNames.flatMap((name) => unread(name, bodies[name]).map((key) => ({ name, key })));

if (asked.length === 0) {
  for (const { name, key } of waiting) {
    console.log(`\n${name} ${key}`);
    for (const language of bodies[name].texts.keys()) {
      const said = [...textsOf(bodies[name], language)].filter(([own]) => own === key || baseOf(own) === baseOf(key));
      for (const [own, text] of said) console.log(`  ${language}${own === key ? '' : ` (${own})`}: ${text}`);
    }
  }
  console.log(`\n${waiting.length} texts to read`);
} else {
  const all = new Set(waiting.map(({ name, key }) => `${name} ${key}`));
  const unknown = asked.filter((one) => one !== 'all' && !all.has(one));
  if (unknown.length > 0) throw new Error(`not among the texts to read: ${unknown.join(', ')}`);
  const kept = afterReading(asked.includes('all') ? all : new Set(asked));
  writeFileSync(join(import.meta.dirname, 'reviewed.json'), `${JSON.stringify(kept, null, 2)}\n`);
}
