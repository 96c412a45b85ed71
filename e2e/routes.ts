// Every route of the specification, and the fixed path of its chat: what it is called there in the person's language, and
// without what it would not be that page.
import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import type { Locator } from 'playwright-core';
import { type App, type Person, clientOf, registered } from './harness.ts';
import { type Stage, button, field, openTicket, orderIn } from './steps.ts';

/** What the pages show, as the server has it. */
export interface Shown {
  readonly person: Person;
  /** In the language of the page. */
  readonly contents: ResultOf<typeof index.listContents>;
  readonly market: ResultOf<typeof index.listMarketAll>;
}

/** A customer with a position, and the notification of it. */
export async function holder(app: App): Promise<Person> {
  const person = await registered(app);
  const position = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.1', leverage: 10 } as const;
  await person.call(order.buyU, position, { idempotencyKey: person.userName });
  return person;
}

export async function shownIn(app: App, language: Language, person: Person): Promise<Shown> {
  const call = clientOf(app, '', 'demo', language);
  const [contents, market] = await Promise.all([
    call(index.listContents, { languageType: language === 'zh' ? '1' : '2', lang: language }),
    call(index.listMarketAll, {}),
  ]);
  return { person, contents, market };
}

export interface SiteRoute {
  /** The viewer: a visitor by default; a page of the account needs a user, on one of both accounts. */
  readonly who?: 'demo' | 'real';
  readonly query?: (language: Language, shown: Shown) => string;
  /** Where the view needs a request first, which an open page makes once. */
  readonly anew?: true;
  readonly heading: (stage: Stage, shown: Shown) => string;
  /** Waits for what the page is for; fails when it does not come. */
  readonly shows: (stage: Stage, shown: Shown) => Promise<void>;
}

/** A pattern of figures in English, in the person's own way: in German comma and point change places. */
function written({ language }: Stage, english: RegExp): RegExp {
  if (language !== 'de') return english;
  return new RegExp(english.source.replaceAll(/,|\\\./g, (mark) => (mark === ',' ? String.raw`\.` : ',')));
}

const main = ({ page }: Stage): Locator => page.getByRole('main');

/** Each of these texts is there. */
async function texts(inside: Locator, wanted: readonly string[]): Promise<void> {
  for (const text of wanted) await inside.getByText(text, { exact: true }).first().waitFor();
}

/** Rows that lead to an instrument and show what it costs now. */
function pricedRows(stage: Stage): Locator {
  return main(stage)
    .getByRole('row')
    .filter({ has: stage.page.locator('a[href^="/cruuency?code="]') })
    .filter({ has: stage.page.getByRole('cell', { name: written(stage, /^\d[\d,]*\.\d+(?:\s|$)/) }) });
}

/** The value beside a name, as figures stand in lists of them. */
const figure = (stage: Stage, name: string, value: RegExp): Locator =>
  stage.page
    .locator('dl > div')
    .filter({ has: stage.page.getByText(name, { exact: true }) })
    .filter({ hasText: written(stage, value) });

async function fields(stage: Stage, names: readonly string[], submit: string): Promise<void> {
  for (const name of names) await field(stage, `pass:field.${name}`).waitFor();
  await main(stage)
    .getByRole('button', { name: stage.words(submit), exact: true })
    .waitFor();
}

async function titles(stage: Stage, { contents }: Shown, type: number): Promise<void> {
  const titled = contents.filter((content) => content.type === type);
  if (titled.length === 0) throw new Error(`nothing of type ${type} is published`);
  await texts(
    main(stage),
    titled.map(({ title }) => title),
  );
}

const usdt = /\d\.\d\d\sUSDT/;

export const siteRoutes: Readonly<Record<string, SiteRoute>> = {
  '/': {
    heading: ({ words }) => words('home:hero.title'),
    shows: (stage) => pricedRows(stage).nth(7).waitFor(),
  },
  '/market': {
    heading: ({ words }) => words('market:title'),
    shows: async (stage, { market }) => {
      const instruments = market.filter(({ type }) => type !== marketTypes.plan);
      const whole = stage.page.locator(`[aria-rowcount="${instruments.length + 1}"]`);
      // Coins in which next to nothing is traded are shown on request.
      const all = main(stage).locator('header').locator('button[aria-pressed]');
      if ((await all.getAttribute('aria-pressed')) === 'false') await all.click();
      await main(stage)
        .getByRole('table', { name: stage.words('market:list') })
        .and(whole)
        .waitFor();
      await pricedRows(stage).nth(7).waitFor();
    },
  },
  '/trading': {
    heading: ({ words }) => words('trading:title'),
    shows: async (stage, { market }) => {
      const plans = market.filter(({ type }) => type === marketTypes.plan);
      const names = plans.map(({ appName }) => appName);
      await texts(main(stage), names);
      // Each with its periods: yield a day, and over the whole period.
      const periods = main(stage).getByRole('row').filter({ hasText: /%.*%/s });
      await periods.nth(2 * names.length).waitFor();
      await figure(stage, stage.words('trading:treasury.free'), usdt).waitFor();
    },
  },
  '/loan': {
    who: 'real',
    heading: ({ words }) => words('loan:title'),
    shows: async (stage) => {
      const { words } = stage;
      await main(stage)
        .getByRole('radiogroup', { name: words('loan:form.term') })
        .getByRole('radio')
        .nth(3)
        .waitFor();
      await figure(stage, words('loan:cost.interest'), usdt).waitFor();
      await main(stage)
        .getByRole('heading', { name: words('kyc:title') })
        .waitFor();
      await field(stage, 'kyc:field.firstName').waitFor();
    },
  },
  '/nfts': {
    heading: ({ words }) => words('nfts:title'),
    shows: async (stage) => {
      const pieces = main(stage)
        .getByRole('listitem')
        .filter({ has: stage.page.locator('a[href^="/nfts?id="]') });
      await pieces
        .filter({ hasText: written(stage, usdt) })
        .nth(7)
        .waitFor();
    },
  },
  '/profile': {
    who: 'demo',
    heading: (_, { person }) => person.userName,
    shows: async (stage) => {
      await main(stage)
        .getByText(written(stage, /^(?:99|100),\d{3}\.\d\d USDT$/))
        .first()
        .waitFor();
      await main(stage)
        .getByRole('navigation', { name: stage.words('profile:sections') })
        .getByRole('link', { name: stage.words('profile:section.orders'), exact: true })
        .waitFor();
    },
  },
  '/cruuency': {
    who: 'demo',
    query: () => '?code=BTCUSDT&type=2&id=crypto-BTCUSDT',
    anew: true,
    heading: () => 'Bitcoin',
    shows: async (stage) => {
      const { page, words } = stage;
      await page.getByRole('application').waitFor();
      // On a phone the day's extremes come by a tap.
      if (stage.phone) await button(stage, words('terminal:header.more')).click();
      for (const name of ['bid', 'ask', 'high', 'low']) {
        await figure(stage, words(`currency:header.${name}`), /[1-9][\d,]*\.\d\d/).waitFor();
      }
      await orderIn(stage, 'positions', 'BTCUSDT').waitFor();
      await openTicket(stage);
      await field(stage, 'currency:ticket.size').fill(stage.language === 'de' ? '0,01' : '0.01');
      await figure(stage, words('currency:receipt.notional'), usdt).waitFor();
    },
  },
  '/profile/balance': {
    who: 'demo',
    heading: ({ words }) => words('balance:title'),
    shows: async (stage) => {
      const coin = main(stage).getByRole(stage.phone ? 'listitem' : 'row');
      await coin
        .filter({ hasText: 'Tether' })
        .filter({ hasText: written(stage, /9\d,\d{3}/) })
        .first()
        .waitFor();
    },
  },
  '/profile/invite': {
    who: 'demo',
    heading: ({ words }) => words('invite:title'),
    shows: (stage) =>
      main(stage)
        .getByText(/^http.+\/pass\/register\?invite=\w{10}$/)
        .waitFor(),
  },
  '/profile/notification': {
    who: 'demo',
    heading: ({ words }) => words('notifications:title'),
    shows: async (stage) => {
      const told = main(stage).getByRole('listitem').filter({ hasText: 'BTCUSDT' });
      await told.filter({ hasText: stage.words('notifications:kind.positionOpened.title') }).waitFor();
    },
  },
  '/help': {
    heading: ({ words }) => words('help:title'),
    shows: async (stage) => {
      await main(stage)
        .getByRole('searchbox', { name: stage.words('help:search') })
        .waitFor();
      await main(stage).locator('a[href^="/help/faq#"]').nth(15).waitFor();
    },
  },
  '/help/faq': {
    heading: ({ words }) => words('help:faq.title'),
    shows: (stage, shown) => titles(stage, shown, 4),
  },
  '/help/notice': {
    heading: ({ words }) => words('help:notice.title'),
    shows: (stage, shown) => titles(stage, shown, 5),
  },
  '/pass/register': {
    heading: ({ words }) => words('pass:register.title'),
    shows: (stage) => fields(stage, ['email'], 'pass:register.next'),
  },
  '/pass/login': {
    heading: ({ words }) => words('pass:login.title'),
    shows: async (stage) => {
      await fields(stage, ['account', 'password'], 'pass:login.submit');
      for (const way of ['google', 'wallet']) await button(stage, stage.words(`pass:other.${way}`)).waitFor();
    },
  },
  '/pass/reset': {
    heading: ({ words }) => words('pass:reset.title'),
    shows: (stage) => fields(stage, ['email', 'code', 'newPassword', 'repeat'], 'pass:reset.submit'),
  },
  '/detail': {
    query: (_, shown) => `?${new URLSearchParams(aContent(shown))}`,
    heading: (_, shown) => aContent(shown).title,
    shows: (stage) => main(stage).getByRole('article').getByRole('paragraph').nth(2).waitFor(),
  },
  '/introduction': {
    heading: ({ words }) => words('introduction:hero.title'),
    shows: async (stage, { contents }) => {
      await texts(main(stage), [stage.words('introduction:promises'), stage.words('introduction:promise.books')]);
      const company = contents.find(({ slug }) => slug === 'company-introduction');
      await main(stage)
        .getByRole('region', { name: company?.title ?? '' })
        .getByRole('paragraph')
        .nth(1)
        .waitFor();
    },
  },
  '/api/loginCallback/google': {
    heading: ({ words }) => words('pass:callback.failed'),
    shows: async (stage) => {
      await texts(main(stage), [stage.words('pass:callback.unknown')]);
      await main(stage)
        .getByRole('link', { name: stage.words('pass:callback.back') })
        .waitFor();
    },
  },
  '/service.html': {
    query: (language) => `?language=${language}`,
    heading: ({ words }) => words('service:title'),
    shows: async (stage) => {
      await texts(main(stage), [stage.words('service:welcome.title')]);
      await stage.page.getByRole('textbox', { name: stage.words('service:composer.label') }).waitFor();
    },
  },
};

/** The first text of the footer. */
function aContent({ contents }: Shown): { id: string; title: string } {
  const first = contents.find(({ type }) => type === 2);
  if (first === undefined) throw new Error('no policy is published');
  return { id: first.id, title: first.title };
}
