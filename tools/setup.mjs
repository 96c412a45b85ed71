// Makes a fresh clone ready. Plain JavaScript for the machine's own Node (20 or newer), before anything is installed; npm runs
// it ahead of `start`, `test` and the rest. With nothing to do it prints nothing and takes a fraction of a second.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wanted = new Set(process.argv.slice(2));
const say = (text) => process.stderr.write(`setup: ${text}\n`);

class SetupFailure extends Error {}

try {
  checkNode();
  install();
  if (wanted.has('--build')) build();
  if (wanted.has('--browser')) findBrowser();
  // Set by a caller that only checks the present state, and will not wait for a build.
  if (wanted.has('--is-built')) process.exitCode = isBuilt() ? 0 : 1;
} catch (failure) {
  if (!(failure instanceof SetupFailure)) throw failure;
  say(failure.message);
  process.exitCode = 1;
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new SetupFailure(`Node ${process.versions.node} is too old; install Node 20 or newer and try again.`);
}

/** Installs what package-lock.json asks for, unless npm's own record of node_modules already agrees with it. */
function install() {
  if (!installedAsLocked()) {
    say('installing the packages (about half a minute) …');
    if (!npm('ci', '--loglevel=error')) throw new SetupFailure('npm ci failed; its message stands above.');
  }
  if (nodeOfProject() === null && !(npm('rebuild', 'node', '--loglevel=error') && nodeOfProject() !== null)) {
    throw new SetupFailure('The package "node" did not unpack Node 24; check that npm may run install scripts.');
  }
}

function installedAsLocked() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  // An optional package may be missing: most are for other platforms.
  return Object.entries(locked).every(
    ([path, entry]) =>
      path === '' ||
      entry.link ||
      !path.startsWith('node_modules/') ||
      (installed[path] ? installed[path].version === entry.version : entry.optional),
  );
}

function nodeOfProject() {
  const version = output(join(root, 'node_modules', '.bin', 'node'), '--version');
  return version?.startsWith('v24.') ? version : null;
}

/** Builds site and console when a source, a dependency or the build's configuration differs from the last build. */
function build() {
  if (isBuilt()) return;
  say('building the site and the console …');
  if (!npm('run', 'build', '--silent')) throw new SetupFailure('They did not build; the message stands above.');
  remember('build', fingerprintOfSources());
}

function isBuilt() {
  const stamp = join(root, '.cache', 'build');
  const built = ['web', 'console'].every((app) => existsSync(join(root, 'packages', app, 'dist/index.html')));
  return built && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOfSources();
}

function fingerprintOfSources() {
  const fingerprint = createHash('sha256');
  for (const path of ['package-lock.json', 'packages/contract/src', 'packages/domain/src', 'packages/web', 'packages/console'])
    digest(fingerprint, path);
  return fingerprint.digest('hex');
}

function digest(hash, path) {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const name of readdirSync(full).toSorted()) {
    if (!['dist', 'node_modules', 'test'].includes(name) && !name.includes('.test.')) digest(hash, `${path}/${name}`);
  }
}

/** Finds a Chromium, or installs one, and remembers its path for the browser stories. */
function findBrowser() {
  const remembered = join(root, '.cache', 'browser.json');
  const known = existsSync(remembered) ? JSON.parse(readFileSync(remembered, 'utf8')).path : undefined;
  const asked = process.env.CHROME_PATH;
  if (asked ? asked === known : known && existsSync(known)) return;
  if (asked && !runs(asked)) throw new SetupFailure(`CHROME_PATH is ${asked}, which does not start.`);
  const path = asked ?? browserHere() ?? installBrowser();
  if (!path) throw new SetupFailure('No Chromium found or installed; set CHROME_PATH to one and try again.');
  remember('browser.json', `${JSON.stringify({ path })}\n`);
}

function browserHere() {
  // The shell without windows first: a page in it takes about half of the processor time.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath(),
  ];
  return candidates.find(runs);
}

function installBrowser() {
  const superuser = process.getuid?.() === 0;
  if (superuser && existsSync('/etc/debian_version')) {
    say('installing Chromium and its fonts from Debian (a minute or two) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => run('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], { env });
    const fonts = ['fonts-noto-cjk', 'fonts-noto-core'];
    const installs = (browser) => apt('install', '-y', '--no-install-recommends', browser, ...fonts);
    // Older releases have no package of the shell alone.
    if (apt('update') && (installs('chromium-headless-shell') || installs('chromium'))) {
      const found = browserHere();
      if (found) return found;
    }
  }
  say("installing Playwright's Chromium …");
  const extra = superuser && process.platform === 'linux' ? ['--with-deps'] : [];
  run(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', ...extra, 'chromium']);
  return browserHere();
}

function runs(path) {
  return existsSync(path) && output(path, '--version') !== null;
}

function remember(name, text) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache', name), text);
}

/** What a program prints, or null when it does not run. */
function output(command, ...args) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 20_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  return result.status === 0 ? result.stdout.trim() : null;
}

function npm(...args) {
  return run('npm', args, { shell: process.platform === 'win32' });
}

/** Runs a program in the project's root with its messages on our standard error, so that standard output stays the caller's. */
function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options }).status === 0;
}
