// When a story fails: what its people had on their screens, and what their server said. Windows that a failed story left
// open are closed, so that the next one does not pay for them.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { type Visit, openVisits } from './browser.ts';

const folder = join(dirname(import.meta.dirname), '.cache/failures');
const linesMax = 40;

const lastLines = (text: string): string => text.trim().split('\n').slice(-linesMax).join('\n');

/** What fits on the screen, and what is said last: footers and long lists lie between. */
function shortened(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= 2 * linesMax
    ? lines.join('\n')
    : [...lines.slice(0, linesMax), '…', ...lines.slice(-linesMax)].join('\n');
}

async function tell({ page, faults, app }: Visit, name: string): Promise<void> {
  const picture = join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.png`);
  mkdirSync(folder, { recursive: true });
  // A page that hangs must not hide what else there is to see.
  const text = await page.evaluate(() => document.body.innerText).catch(() => 'the page does not answer');
  const drawn = await page.screenshot({ path: picture, timeout: 5000 }).then(
    () => picture,
    () => 'none: the page does not draw',
  );
  const parts = { picture: drawn, address: page.url(), faults: faults.join('\n') || 'none', page: shortened(text) };
  for (const [part, words] of Object.entries({ ...parts, server: lastLines(app.output()) })) {
    console.log(`── ${part} ──\n${words}`);
  }
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [number, visit] of openVisits().entries()) {
    await tell(visit, `${task.name}-${number + 1}`);
    await visit.context.close();
  }
});
