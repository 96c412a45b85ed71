// Run by the server: it writes prices of the moment into the pages that the build has drawn. The build leaves it beside them as a
// file of its own, without React and whatever else a page needs.
import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import type { Draft, DraftFilling, FirstPage, FirstRow } from '@assay/contract/first-page.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { chartPointsMax } from '@assay/contract/vocabulary/limits.ts';
import { popularItems } from '@assay/domain/market/popular.ts';
import { homeRows } from '../features/home/selection.ts';
import { figuresOf, instrumentPath } from '../shared/trading/market/figures.ts';
import { pathOf } from '../shared/trading/market/line.ts';
import { absent, createFormat, type Format } from '../shared/words/format.ts';
import { type Gap, gaps, lookOf } from './looks.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
/** As React writes it. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const formats = new Map<Language, Format>();
function formatOf(language: Language): Format {
  const format = formats.get(language) ?? createFormat(language);
  formats.set(language, format);
  return format;
}

export const choose: DraftFilling['choose'] = ({ layout }, instruments) =>
  popularItems(instruments, homeRows[layout]).map(({ code }) => code);

export const fill: DraftFilling['fill'] = ({ language, layout, reader, parts, rows }, items) => {
  const format = formatOf(language);
  const told = Object.keys(rows).length === 0 ? [] : items.map((item) => textsOf(item, format));
  const page: FirstPage = { language, layout, book: reader === 'visitor' ? null : reader, rows: told };
  // Within a script nothing may look like its end.
  const json = JSON.stringify(page).replaceAll('<', String.raw`\u003c`);
  return [parts[0], ...told.map((row) => draw(row, rows)), parts[1], json, parts[2]].join('');
};

export function textsOf(item: MarketItem, format: Format): FirstRow {
  const { price, scale, change } = figuresOf(item, undefined);
  return { item, price: price === '' ? absent : format.price(price, scale), change: format.change(change) };
}

const gap = new RegExp(Object.values(gaps).join('|'), 'g');
const names = new Map<string, Gap>(Object.entries(gaps).map(([name, word]) => [word, name as Gap]));

function draw({ item, price, change }: FirstRow, rows: Draft['rows']): string {
  const row = rows[lookOf(item)];
  if (row === undefined) throw new Error(`no row of the first page looks like ${item.code}`);
  const texts: Record<Gap, string> = {
    name: item.appName,
    code: item.code,
    letters: item.code.slice(0, 2),
    address: instrumentPath(item),
    logo: item.logo,
    price,
    change,
    line: pathOf(item.hundred.slice(-chartPointsMax)),
  };
  return row.replaceAll(gap, (word) => {
    const name = names.get(word);
    return name === undefined ? word : escaped(texts[name]);
  });
}
