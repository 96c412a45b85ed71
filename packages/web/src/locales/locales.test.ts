import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, test } from 'vitest';

type Tree = { readonly [key: string]: string | Tree };

const files = {
  ...import.meta.glob<Tree>('./*/*.json', { import: 'default', eager: true }),
  ...import.meta.glob<Tree>('../../../contract/src/locales/*/codes.json', { import: 'default', eager: true }),
};
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/*.d.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** Every text by `namespace:key`, of one language. */
function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, tree] of Object.entries(files)) {
    const [namespace = '', folder] = path.replace('.json', '').split('/').toReversed();
    if (folder === language) for (const [key, text] of flatten(tree)) texts.set(`${namespace}:${key}`, text);
  }
  return texts;
}

const all = new Map(languages.map((language) => [language, textsOf(language)]));
const english = all.get('en') ?? new Map<string, string>();
const pluralForm = /_(?:zero|one|two|few|many|other)$/;
const baseOf = (key: string) => key.replace(pluralForm, '');
const basesOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(baseOf))].toSorted();
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted();

/** i18next asks for the forms of the tag; `hk` counts like Chinese. */
const categoriesOf = (language: Language) =>
  [...new Intl.PluralRules(language === 'hk' ? 'zh-Hant-HK' : language).resolvedOptions().pluralCategories].toSorted();

/** Words that are the same in another language: names, assets, and what the trade says in English everywhere. */
const sameEverywhere =
  /^(?:[\s\p{P}\p{N}\p{S}]|\{\{\w+\}\}|Assay|USDT?|BTC|ETH|NFTs?|ETFs?|AI|IA|KI|Google|Sandbox|App|FAQ|UTC|PnL|Trading|Spot|Stop|Limit|Long|Short|Margin|Swap|Spread|Passkeys?)*$/u;
const sameInFamily = new Set([
  // Romance and Germanic words that are spelled alike.
  'Account',
  'Demo',
  'Email',
  'Home',
  'Notifications',
  'Real',
  'Password',
  'Support',
  'Online-Support',
  'Status',
  'Total',
  'Name',
  'Leverage',
  'Type',
  'Date',
  'Futures',
  'Forex',
  'Options',
  'Option',
  'Volume',
  'Details',
  'Transactions',
  'Position',
  'Positions',
  'Long',
  'Short',
  'Take profit',
  'Stop loss',
  'Trailing stop',
  'Stop-loss',
  'Take-profit',
  'Indices',
  'Crypto',
  'Profit',
  'Code',
  'Ticket',
  'Security',
  'Messages',
  'Lots',
  'Instrument',
  'Actions',
  'Source',
  'Liquidation',
  'Orders',
  'Correction',
  'Stop-loss / take-profit',
  '{{count}} instrument',
  '{{count}} instruments',
]);

/** Every way that the code names a text: `t('key')`, `t('ns:key')`, `t(cond ? 'a' : 'b')`, and keys kept in tables. */
function mentioned(): { literal: Set<string>; patterns: RegExp[] } {
  const literal = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of Object.values(sources)) {
    for (const [, text = ''] of source.matchAll(/'((?:\w+:)?\w[\w.]*)'/g)) literal.add(text);
    for (const [, template = ''] of source.matchAll(/`((?:\w+:)?[\w.]*\$\{[^`]+?)`/g)) {
      const parts = template.split(/\$\{[^}]*\}/);
      if (parts.every((part) => /^[\w:.]*$/.test(part)) && parts.some((part) => /\w/.test(part)))
        patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`));
    }
  }
  return { literal, patterns };
}

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = all.get(language) ?? new Map<string, string>();

  test('has every text and no other', () => {
    expect(basesOf(texts)).toEqual(basesOf(english));
  });

  test('has no empty text and the same placeholders', () => {
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      const model = english.get(key) ?? english.get(`${baseOf(key)}_other`) ?? english.get(baseOf(key)) ?? '';
      // A form for one or two may say the number in words.
      const free = /_(?:zero|one|two)$/.test(key);
      const expected = placeholdersOf(model).filter((name) => !free || name !== 'count');
      expect(
        placeholdersOf(text).filter((name) => !free || name !== 'count'),
        key,
      ).toEqual(expected);
    }
  });

  test('leaves no text in English', () => {
    const left = [...texts].filter(([key, text]) => {
      const same = text === (english.get(key) ?? english.get(`${baseOf(key)}_other`));
      return same && !sameEverywhere.test(text) && !sameInFamily.has(text);
    });
    expect(left).toEqual([]);
  });
});

test.each(languages)('%s has exactly the plural forms that its grammar asks for', (language) => {
  const texts = all.get(language) ?? new Map<string, string>();
  const plurals = new Set([...english.keys()].filter((key) => pluralForm.test(key)).map(baseOf));
  for (const base of plurals) {
    const forms = [...texts.keys()]
      .filter((key) => pluralForm.test(key) && baseOf(key) === base)
      .map((key) => key.slice(base.length + 1));
    expect(forms.toSorted(), base).toEqual(categoriesOf(language));
  }
});

/** Frequent characters that exist in the simplified script only. */
const simplifiedOnly =
  /[们这为说时书见车长门问间闻风飞马东两严临丽义乐习买亏产亲亿仅从仓众优会传伤价额单卖险账阅证认设计订转让场册数据钱银码种类网络话语请输验发现结权协议]/u;

test('Traditional Chinese is its own text', () => {
  const simplified = all.get('zh') ?? new Map<string, string>();
  const traditional = [...(all.get('hk') ?? [])];
  expect(traditional.filter(([, text]) => simplifiedOnly.test(text))).toEqual([]);
  // Short words may coincide; sentences of Hong Kong read differently.
  const same = traditional.filter(
    ([key, text]) =>
      simplified.get(key) === text && text.replace(/\{\{\w+\}\}/g, '').length > 8 && /\p{Script=Han}/u.test(text),
  );
  expect(same).toEqual([]);
});

test('every text is used by the code', () => {
  const { literal, patterns } = mentioned();
  const unused = [...new Set([...english.keys()].map(baseOf))].filter((key) => {
    const [namespace = '', short = ''] = key.split(':');
    if (namespace === 'codes') return false;
    return !literal.has(key) && !literal.has(short) && !patterns.some((pattern) => pattern.test(short) || pattern.test(key));
  });
  expect(unused).toEqual([]);
});

test('the scan for unused texts sees keys however they are written', () => {
  const { literal, patterns } = mentioned();
  expect(literal.has('nav.home')).toBe(true);
  expect(patterns.some((pattern) => pattern.test('frame.sandbox'))).toBe(true);
  expect(patterns.some((pattern) => pattern.test('nothing.of.the.kind'))).toBe(false);
});
