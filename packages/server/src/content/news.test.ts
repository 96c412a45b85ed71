import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { serveAbout } from '../about/index.ts';
import { serveContentsDesk } from './console.ts';
import { serveNews } from './news.ts';
import { serveContent } from './routes.ts';

const { contents } = consoleCalls;
const db = await testDatabase();
const clock = standingClock();
const site = await identityApp(db, clock);
serveContent(site.http);
serveNews(site.http);
serveAbout(site.http, { instrument: instrumentOf });
const { operatorWith } = await consoleApp(db, clock, serveContentsDesk);
const writer = keyed((await operatorWith(['support'])).call);
const chief = keyed((await operatorWith(['administrator'])).call);

function keyed(call: Client): Client {
  return (endpoint, input, options) => call(endpoint, input, { idempotencyKey: randomUUID(), ...options });
}

async function published(title: string, about: { type?: number; topic?: string; subjects?: string[] }) {
  const { id } = await writer(contents.create, { type: 6, ...about });
  const seen: Record<string, number> = {};
  for (const language of languages) {
    const { version } = await writer(contents.save, {
      id,
      language,
      basedOn: 0,
      title: `${title} ${language}`,
      body: `${title}, whole`,
    });
    seen[language] = version;
  }
  await chief(contents.publish, { id, seen });
  return id;
}

const titles = async (codes: string | string[]) =>
  (await site.call(index.listNews, { codes, lang: 'de' })).map(({ title }) => title);

test('news stand with the instruments and the classes that they are about, and with no others', async () => {
  const shares = await published('Shares', { subjects: ['stock'] });
  const apple = await published('Apple', { type: 5, subjects: ['AAPL', 'AAPL', 'NVDA'] });
  await published('Everything else', {});
  // The type of a question: it is in the help, whatever it is about.
  await published('Question', { type: 4, subjects: ['AAPL'] });
  expect(await site.call(index.listNews, { codes: 'AAPL', lang: 'fr' })).toMatchObject([
    { id: apple, title: 'Apple fr', type: 5, subjects: ['AAPL', 'NVDA'], beginning: 'Apple, whole' },
    { id: shares, title: 'Shares fr', type: 6, subjects: ['stock'] },
  ]);
  expect(await titles('BTCUSDT')).toEqual([]);
  expect(await titles(['BTCUSDT', 'MSFT'])).toEqual(['Shares de']);
  // A withdrawn text is not listed any more.
  await chief(contents.unpublish, { id: apple });
  expect(await titles('AAPL')).toEqual(['Shares de']);
  await chief(contents.tie, { id: shares, subjects: ['crypto'] });
  expect([await titles('AAPL'), await titles('BTCUSDT')]).toEqual([[], ['Shares de']]);
});

test('what is not listed is nothing to write about, and nobody asks for everything at once', async () => {
  expect(await refusalOf(writer(contents.create, { type: 6, subjects: ['NOSUCH'] }))).toBe('11009');
  const { id } = await writer(contents.create, { type: 6 });
  expect(await refusalOf(chief(contents.tie, { id, subjects: ['NOSUCH'] }))).toBe('11009');
  expect(await refusalOf(chief(contents.tie, { id: '999999', subjects: [] }))).toBe('404');
  expect(await refusalOf(writer(contents.tie, { id, subjects: [] }))).toBe('403');
  expect(await refusalOf(chief(contents.tie, { id, subjects: Array.from({ length: 21 }, () => 'AAPL') }))).toBe('400');
  const many = Array.from({ length: 101 }, (_, at) => `C${at}`);
  expect(await refusalOf(titles(many))).toBe('400');
  expect(await refusalOf(titles("AAPL' or true"))).toBe('400');
});

test('what operators write about an instrument stands in its profile, in the language that is asked for, and not among the news', async () => {
  await published('What Tesla makes', { topic: 'about', subjects: ['TSLA'] });
  const profile = await site.call(index.instrumentProfile, { code: 'TSLA', lang: 'it' });
  expect(profile.about).toMatchObject({ title: 'What Tesla makes it', body: 'What Tesla makes, whole' });
  expect(await titles('TSLA')).toEqual([]);
  expect((await site.call(index.instrumentProfile, { code: 'KO' })).about).toBeNull();
});
