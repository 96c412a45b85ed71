// When a story fails: what its people had on their screens, and what their server said. Windows that a failed story left
// open are closed, so that the next one does not pay for them.
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { type Visit, openVisits } from './browser.ts';

const folder = join(dirname(import.meta.dirname), '.cache/failures');
const linesMax = 40;

const lastLines = (text: string): string => text.trim().split('\n').slice(-linesMax).join('\n');

/** What fits on the screen, and the last messages: footers and long lists are between. */
function shortened(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= 2 * linesMax
    ? lines.join('\n')
    : [...lines.slice(0, linesMax), '…', ...lines.slice(-linesMax)].join('\n');
}

/** What comes within five seconds, or else these words: a page that hangs must not hide what else there is to see. */
const inTime = <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([asked.catch(() => otherwise), delay(5000, otherwise, { ref: false })]);

function serverWords({ app }: Visit): string {
  try {
    return lastLines(app.output());
  } catch {
    return 'none: it has been cleared away';
  }
}

async function tell(visit: Visit, name: string): Promise<void> {
  const { page, faults } = visit;
  const picture = join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
  mkdirSync(folder, { recursive: true });
  const say = (part: string, words: string) => console.log(`── ${part} ──\n${words}`);
  say('server', serverWords(visit));
  say('faults', faults.join('\n') || 'none');
  say('address', page.url());
  const drawn = page.screenshot({ path: picture, timeout: 5000 }).then(() => picture);
  say('picture', await inTime(drawn, 'none: the page does not draw'));
  const text = page.evaluate(() => document.body.innerText).then(shortened);
  say('page', await inTime(text, 'none: the page does not answer'));
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [number, visit] of openVisits().entries()) {
    try {
      await tell(visit, `${basename(task.file.name, '.story.ts')} ${task.name} ${number + 1}`);
    } finally {
      // A story that still runs after its time must not go on in the next one's window.
      await visit.page.close();
      await visit.context.close();
    }
  }
});
