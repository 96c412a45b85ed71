import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Person {
  readonly subject: string;
  readonly email: string;
  readonly verified: boolean;
}

export const client = { clientId: 'assay', clientSecret: 'a secret of this test alone' };

/** A place for a real OpenID provider on this machine: its issuer is known before the site that it serves. */
export async function openIdPlace() {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    close: () => close(server),
    serve: (people: readonly Person[], to: string) => serve(server, issuer, people, to),
  };
}

function serve(server: Server, issuer: string, people: readonly Person[], redirectUri: string): void {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As Google does: the mail address is in the identity token itself.
    conformIdTokenClaims: false,
    cookies: { keys: ['for this test alone'] },
    findAccount: (_, subject) => {
      const person = people.find((one) => one.subject === subject);
      return (
        person && {
          accountId: subject,
          claims: () => ({ sub: subject, email: person.email, email_verified: person.verified }),
        }
      );
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
}

/** A provider for one site, with people who agree to everything. */
export async function openIdProvider(people: readonly Person[], redirectUri: string) {
  const { issuer, close: end, serve: open } = await openIdPlace();
  open(people, redirectUri);
  return { issuer, agree: (url: string, subject: string) => agree(url, subject, redirectUri), close: end };
}

/** What a person does in the browser: follows, signs in, consents. Answers where the provider sends them back to. */
async function agree(url: string, subject: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(url);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    if (next.href.startsWith(redirectUri)) return next;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    form = undefined;
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`the provider shows no form:\n${page}`);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: subject, password: 'any' }) });
  }
  throw new Error('the provider does not come to an end');
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}
