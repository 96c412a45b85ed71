/** What of the environment a live installation is judged by. */
interface LiveEnvironment {
  readonly PUBLIC_ORIGIN?: string | undefined;
  readonly SECRET?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

type Given = Readonly<Record<string, string>>;

const made = ['DATABASE_URL', 'SECRET', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN'];
/** Nothing is guessed of these: `none` says that there is none. */
const told = ['TRUST_PROXY', 'CHAIN_RPC_BITCOIN', 'CHAIN_RPC_ETHEREUM', 'CHAIN_RPC_TRON'];

/**
 * Why live mode must not start with this environment, in one sentence, or undefined. `given` is what was set, as text;
 * `known` the names of all variables.
 */
export function liveFault(env: LiveEnvironment, given: Given, known: readonly string[]): string | undefined {
  return (
    misspeltFault(given, known) ??
    missingFault(given) ??
    originFault(env.PUBLIC_ORIGIN ?? '') ??
    secretFault(env.SECRET ?? '') ??
    senderFault(env.MAIL_FROM ?? '') ??
    feedFault(given) ??
    pushFault(given)
  );
}

function missingFault(given: Given): string | undefined {
  const missing = made.filter((name) => given[name] === undefined);
  const them = (names: readonly string[]) => (names.length === 1 ? 'it' : 'them');
  if (missing.length > 0) return `live mode needs ${missing.join(', ')}: set ${them(missing)} in the environment`;
  const untold = told.filter((name) => given[name] === undefined);
  return untold.length === 0
    ? undefined
    : `live mode must be told ${untold.join(', ')}: set ${them(untold)} in the environment, to "none" where there is none`;
}

/** A misspelt variable would be passed over in silence, and its default taken. */
function misspeltFault(given: Given, known: readonly string[]): string | undefined {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = known.find((other) => given[other] === undefined && isSlipOf(name, other));
    if (meant !== undefined) return `${name} is no variable of Assay: was ${meant} meant?`;
  }
  return undefined;
}

/** One letter too many, too few, another one, or two that changed places; in words long enough for that to be no accident. */
function isSlipOf(text: string, word: string): boolean {
  if (word.length < 6 || Math.abs(text.length - word.length) > 1) return false;
  let start = 0;
  while (start < word.length && text[start] === word[start]) start += 1;
  let end = 0;
  const shorter = Math.min(text.length, word.length);
  while (end < shorter - start && text.at(-1 - end) === word.at(-1 - end)) end += 1;
  const [left, right] = [text.slice(start, text.length - end), word.slice(start, word.length - end)];
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === right.charAt(1) + right.charAt(0));
}

/** Sessions and passwords would travel in the open. */
function originFault(origin: string): string | undefined {
  return origin.startsWith('https://') ? undefined : 'live mode is served over TLS: PUBLIC_ORIGIN must begin with https://';
}

const secretBitsMin = 96;

/**
 * What it can't have been drawn from: few characters, a run such as abcdef, or a piece said again. It is a lower bound of
 * nothing, but what people type instead of drawing falls below it, and 32 drawn hexadecimal digits do not.
 */
function secretFault(secret: string): string | undefined {
  const heard = new Set<string>();
  let surprises = 0;
  for (let place = 0; place < secret.length; place += 1) {
    const piece = secret.slice(Math.max(0, place - 2), place + 1);
    const step = (at: number) => secret.charCodeAt(at) - secret.charCodeAt(at - 1);
    const isRun = place >= 2 && step(place) === step(place - 1);
    if (!isRun && !heard.has(piece)) surprises += 1;
    heard.add(piece);
  }
  const bits = surprises * Math.log2(Math.max(1, new Set(secret).size));
  const isWord = /secret|password|change.?me|example|letmein/i.test(secret);
  if (bits >= secretBitsMin && !isWord) return undefined;
  return 'SECRET can be guessed: draw one, such as with `openssl rand -base64 48`';
}

/** `name@example.com`, or `Assay <name@example.com>`. */
function senderFault(sender: string): string | undefined {
  const bare = /^[^<>\r\n]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(bare)
    ? undefined
    : 'MAIL_FROM is no sender: it must be like Assay <no-reply@example.com>';
}

/** Real money must not be lost or won at a simulated price. */
function feedFault(given: Given): string | undefined {
  const simulated = Object.keys(given).find((name) => name.startsWith('FEED_') && given[name] === 'simulator');
  return simulated && `simulated prices are for the sandbox: live mode can't take ${simulated}=simulator`;
}

/** The content for a device is encrypted; its address is not. */
function pushFault(given: Given): string | undefined {
  const isOpen = /(?:^|,)\s*http:/.test(given['PUSH_SERVICES'] ?? '');
  return isOpen ? 'push services are asked over TLS: PUSH_SERVICES must begin with https://' : undefined;
}
