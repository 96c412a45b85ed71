// The people behind the console, over its calls.
import { type Client, createClient } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { Secret, TOTP } from 'otpauth';
import { type App, until } from './harness.ts';

/** With what each of them asks: a picture comes as it is, outside of the envelope of calls. */
const sessions = new WeakMap<Client, { readonly origin: string; readonly token: string }>();

export type OperatorName = 'alice' | 'bob' | 'carol';

/** How one of the operators that a sandbox comes with signs in, and where; the code of now, or so many 30 seconds later. */
export async function operatorLogin(
  app: App,
  name: OperatorName,
): Promise<{ origin: string; password: string; code: (steps?: number) => string }> {
  const [, password = '', secret = ''] = await until(
    `the login of ${name}`,
    async () => new RegExp(`operator +${name} +(\\S+) +authenticator (\\S+)`).exec(app.output()) ?? undefined,
  );
  const [, origin = ''] = /console +(http\S+)/.exec(app.output()) ?? [];
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  return { origin, password, code: (steps = 0) => authenticator.generate({ timestamp: Date.now() + steps * 30_000 }) };
}

/** One of the operators, signed in with password and authenticator. */
export async function operator(app: App, name: OperatorName): Promise<Client> {
  const { origin, password, code } = await operatorLogin(app, name);
  const client = (token = '') =>
    createClient({
      origin,
      prefix: consolePrefix,
      fetch,
      headers: () => ({ 'Accept-Language': 'en', ...(token !== '' && { Authorization: token }) }),
    });
  const answer = await client()(consoleCalls.session.signIn, { name, password, otp: code() });
  if (answer.state !== 'signedIn') throw new Error(`${name} is not enrolled`);
  const signedIn = client(answer.token);
  sessions.set(signedIn, { origin, token: answer.token });
  return signedIn;
}

/** Views an identification and each of its pictures: required before it can be verified. */
export async function lookAtCase(reviewer: Client, id: string): Promise<void> {
  const { origin = '', token = '' } = sessions.get(reviewer) ?? {};
  const { caseNo, images } = await reviewer(consoleCalls.kyc.detail, { id });
  for (const image of Object.values(images).filter((one) => one !== null)) {
    const url = `${origin}${consolePrefix}${consoleCalls.images.image.path.replace('{id}', image)}?caseNo=${caseNo}`;
    const shown = await fetch(url, { headers: { Authorization: token } });
    if (!shown.ok) throw new Error(`picture ${image}: ${shown.status}`);
    await shown.arrayBuffer();
  }
}
