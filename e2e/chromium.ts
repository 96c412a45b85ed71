// Which Chromium the tests drive, and with which flags.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const remembered = join(dirname(import.meta.dirname), '.cache/browser.json');

/** Without a network each of its own errands is a connection that fails. */
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For pages that live for seconds, in which code is seldom run often enough to be worth optimising: without the compilers that
 * do, a page costs a sixth less processor time. What is measured runs with them.
 */
export const shortLived = ['--js-flags=--no-opt,--no-maglev'];

/** CHROME_PATH, or the Chromium that the setup found; before the setup has looked, none. */
export function chromium(more: readonly string[] = []): { executablePath?: string; args: string[] } {
  const asked = process.env['CHROME_PATH'];
  const found = existsSync(remembered) ? (JSON.parse(readFileSync(remembered, 'utf8')) as { path: string }).path : undefined;
  const executablePath = asked ?? found;
  // As root Chromium refuses its sandbox; it loads nothing here but our own pages.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, ...quiet, '--disable-gpu', '--force-color-profile=srgb', ...more];
  return { ...(executablePath === undefined ? {} : { executablePath }), args };
}
