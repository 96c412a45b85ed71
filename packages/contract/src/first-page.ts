// The first page that arrives: where the built site, which draws it, and the server, which fills it in, meet.
import type { MarketItem } from './endpoints/index.ts';
import type { Language } from './vocabulary/languages.ts';
import type { Book } from './vocabulary/statuses.ts';

export const layouts = ['desktop', 'mobile'] as const;
export type Layout = (typeof layouts)[number];

/** Whose first page it is: a visitor's, or that of a signed-in user on one of their accounts. */
export const readers = ['visitor', 'demo', 'real'] as const;
export type Reader = (typeof readers)[number];

/** The device's own word decides about the layout, on the server as in the browser. */
export const layoutOf = (userAgent: string): Layout => (/Android|iPhone|iPad|iPod/.test(userAgent) ? 'mobile' : 'desktop');

/** What a page is drawn by before any of its code runs: no more than that, and no secret. */
export const firstPageCookies = {
  /** The persisted code of the language. */
  language: 'language',
  /** The account of a signed-in user; missing for a visitor. */
  book: 'signedIn',
} as const;

/** A row of the market as the server has it, and its texts as the page writes them. */
export interface FirstRow {
  readonly item: MarketItem;
  readonly price: string;
  readonly change: string;
}

/** Data delivered beside the markup, as JSON: its first draw uses these texts word for word. */
export interface FirstPage {
  readonly language: Language;
  readonly layout: Layout;
  /** The account of the signed-in user; null for a visitor. */
  readonly book: Book | null;
  readonly rows: readonly FirstRow[];
}
/** The id of the element that holds it. */
export const firstPageId = 'first-page';

/** A first page as the build leaves it, with gaps where prices belong. */
export interface Draft {
  readonly language: Language;
  readonly layout: Layout;
  readonly reader: Reader;
  /** Markup before the rows, between rows and the page's JSON, and after it. */
  readonly parts: readonly [string, string, string];
  /** A row of each look, with words in capitals where its texts belong; none where a page has no rows. */
  readonly rows: Readonly<Record<string, string>>;
  /** What the page's own scripts and styles are known by to the content security policy. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What the build leaves beside the drafts: how the site chooses its rows and writes their texts. */
export interface DraftFilling {
  /** Codes of the instruments in the rows of a draft. */
  choose(draft: Draft, instruments: readonly Pick<MarketItem, 'code' | 'type'>[]): readonly string[];
  /** The page with these rows. Throws where a row has a look that the draft does not know. */
  fill(draft: Draft, items: readonly MarketItem[]): string;
}
/** The folder of the built site that is never served, and its files. */
export const draftFiles = {
  folder: 'first-page',
  filling: 'filling.js',
  draft: ({ language, layout, reader }: Pick<Draft, 'language' | 'layout' | 'reader'>) =>
    `${language}.${layout}.${reader}.json`,
} as const;
