// What can be wrong with the words of a language, whatever they are for. Each check answers with its findings as sentences.
import { type Language, localeTags } from '@assay/contract/vocabulary/languages.ts';
import type { Body, BodyName, Texts } from './bodies.ts';
import equal from './equal.json' with { type: 'json' };

const none: Texts = new Map();
export const textsOf = (body: Body, language: Language): Texts => body.texts.get(language) ?? none;

const pluralForm = /_(?:zero|one|two|few|many|other)$/;
export const baseOf = (key: string): string => key.replace(pluralForm, '');

/** The text of a language that this one is a translation of; the forms of a plural follow its most general one. */
function modelOf(body: Body, language: Language, key: string): string | undefined {
  const texts = textsOf(body, language);
  return texts.get(key) ?? texts.get(`${baseOf(key)}_other`) ?? texts.get(baseOf(key));
}

/** Words alone: without values, addresses and code. */
const readable = (body: Body, text: string): string =>
  text
    .replace(body.value, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^[`]+`/g, ' ')
    .replace(/\S+\/\S+/g, ' ');

/** Keys are compared without their plural forms, of which every language has its own. */
export function keyFaults(body: Body, language: Language): string[] {
  const english = new Set([...textsOf(body, 'en').keys()].map(baseOf));
  const own = new Set([...textsOf(body, language).keys()].map(baseOf));
  return [
    ...[...english].filter((key) => !own.has(key)).map((key) => `${key} is missing`),
    ...[...own].filter((key) => !english.has(key)).map((key) => `${key} is unknown in English`),
  ];
}

/** Chinese says in a fifth of the letters what English says: a long text below that was cut off. */
const shortestShare = 0.15;
const longLetters = 80;

export function emptinessFaults(body: Body, language: Language): string[] {
  return [...textsOf(body, language)].flatMap(([key, text]) => {
    if (text.trim() === '') return [`${key} is empty`];
    const model = modelOf(body, 'en', key) ?? '';
    return model.length >= longLetters && text.length < model.length * shortestShare ? [`${key} is cut off: "${text}"`] : [];
  });
}

export function valueFaults(body: Body, language: Language): string[] {
  return [...textsOf(body, language)].flatMap(([key, text]) => {
    if (/[{}]/.test(text.replace(body.value, ''))) return [`${key} has a brace that puts in nothing: "${text}"`];
    // A form for none, one or two may say the number in words.
    const inWords = /_(?:zero|one|two)$/.test(key);
    const carried = (of: string) =>
      [...(of.match(body.value) ?? []), ...body.form(of, key)]
        .filter((part) => !inWords || !part.includes('{count}'))
        .toSorted();
    const [own, wanted] = [text, modelOf(body, 'en', key) ?? ''].map((of) => carried(of).join(' '));
    return own === wanted ? [] : [`${key} carries "${own}" instead of "${wanted}"`];
  });
}

export function pluralFaults(body: Body, language: Language): string[] {
  const keys = [...textsOf(body, language).keys()];
  const plural = (all: Iterable<string>) => [...all].filter((key) => pluralForm.test(key)).map(baseOf);
  const wanted = new Intl.PluralRules(localeTags[language]).resolvedOptions().pluralCategories.toSorted().join(' ');
  return [...new Set([...plural(textsOf(body, 'en').keys()), ...plural(keys)])].flatMap((base) => {
    const forms = keys.filter((key) => baseOf(key) === base).map((key) => key.slice(base.length + 1));
    const own = forms.toSorted().join(' ');
    return own === wanted ? [] : [`${base} has the forms "${own}" instead of "${wanted}"`];
  });
}

/** Why a text may be the same as in the language that it was translated from. */
export const kinds = {
  name: 'a name, of a product, an asset or a format',
  loanword: 'the trade says the English word in this language',
  cognate: 'the language’s own word is spelled like the English one',
  example: 'an example of what is typed, which has no language',
  shared: 'Simplified and Traditional Chinese write it alike',
} as const;
export type Kind = keyof typeof kinds;

/** Keys of texts that are rightly the same as in English or, in Hong Kong, as in Simplified Chinese; with the languages. */
export type MarksOfBody = Partial<Record<'en' | 'zh', Partial<Record<Kind, Readonly<Record<string, string>>>>>>;
export const marks: Readonly<Partial<Record<BodyName, MarksOfBody>>> = equal;

/** A text that repeats another language's is not translated, unless a mark calls it right; a mark that is not needed is stale. */
export function repetitionFaults(body: Body, language: Language, bodyMarks: MarksOfBody = {}): string[] {
  const models = language === 'en' ? [] : language === 'hk' ? (['en', 'zh'] as const) : (['en'] as const);
  return models.flatMap((model) => {
    // What has no letter of the model's script says nothing in its words.
    const words = model === 'zh' ? /\p{Script=Han}/u : /\p{L}/u;
    const same = [...textsOf(body, language)]
      .filter(([key, text]) => text === modelOf(body, model, key) && words.test(text.replace(body.value, '')))
      .map(([key]) => key);
    const marked = Object.values(bodyMarks[model] ?? {}).flatMap((keys) =>
      Object.entries(keys)
        .filter(([, where]) => where.split(' ').includes(language))
        .map(([key]) => key),
    );
    return [
      ...same.filter((key) => !marked.includes(key)).map((key) => `${key} repeats ${model}: "${modelOf(body, model, key)}"`),
      ...marked.filter((key) => !same.includes(key)).map((key) => `${key} is marked as equal to ${model} and is not`),
    ];
  });
}

/** Words that hardly a sentence of their language does without, and that no other language has. */
const telling: Partial<Record<Language, RegExp>> = {
  en: /(?<![\p{L}’-])(?:the|and|you|your|with|from|which|are|when|this|that|not)(?![\p{L}’-])/iu,
  de: /(?<![\p{L}’-])(?:und|nicht|das|ist|für|wird|eine)(?![\p{L}’-])/iu,
  fr: /(?<![\p{L}’-])(?:vous|votre|est|dans|avec|pour|cette)(?![\p{L}’-])/iu,
  it: /(?<![\p{L}’-])(?:che|della|gli|nel|sono|alla|questo|questa|tuo|tua|hai)(?![\p{L}’-])/iu,
  es: /(?<![\p{L}’-])(?:los|las|para|el|este|esta|tus)(?![\p{L}’-])/iu,
};

/** The letters that a language is written in, beside the Latin ones of names. */
const scripts: Partial<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}/u,
  hk: /\p{Script=Han}/u,
  ja: /\p{Script=Han}|\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script_Extensions=Arabic}/u,
};

/** Characters that this product's Simplified texts use and that Traditional ones write in another way. */
const simplifiedOnly =
  /[万与专业东丝丢两严个临为丽举么义乐习书买争于亏产亲亿仅从仓们价众优会传伤体债偿储儿兑关内册写决况冻净减凭击则刚创删割办务动励势区协单卖厅历压厨参双发变号吗启响围国图场坏块声处备复头奖实审宽对导将尝层届展属岁币师希带帮广应废开异弃张弹归当录微总执抢护报拟拨挡损换据搁数断无旧时显暂术机权条来构标栏样检横欢毁汇浅济润涨满滥热状独环现电画监盖盘码确离种税竞笔筛签简篇类紧红约纯纳纸纹线练细织终绍经绑结绕绘给络绝统继绪续维绿缓编缝缩缴网罚联胜脑艺节获蓝虑虚补装见观规视览触计订认让议讯记讲许论设访证评识诈诉词试话询该详语误说请诸诺读谁调谢谧负财责败账货购贯贴贵贷费资赎赔赚赠赢趋车转轮软载较辑输边达过运还这进远违连迟适选遗邮释钓钟钥钮钱铃铛银链销锁错键长门闪闭问闲间闻阅队阳际险随隐难静韩页顶项顺须顾预领频颗题额风飘飞马驳驶驾验骗鱼鲜鳞黄齐]/u;

/** Japanese strings this many characters together without a syllable of its own in no sentence. */
const hanTogetherMax = 15;
/** Names fill a text of so many letters at most up to this share. */
const fewLetters = 12;
const ownShareMin = 0.3;

export function foreignFaults(body: Body, language: Language): string[] {
  return [...textsOf(body, language)].flatMap(([key, text]) => {
    const words = readable(body, text);
    const found =
      Object.entries(telling)
        .filter(([other]) => other !== language)
        .map(([, pattern]) => pattern.exec(words)?.[0])
        .find((word) => word !== undefined) ?? strangerIn(language, words, modelOf(body, 'en', key) ?? '');
    return found === undefined ? [] : [`${key} has "${found}" of another language: "${text}"`];
  });
}

/** A letter, word or passage that the script of the language does not explain. */
function strangerIn(language: Language, words: string, english: string): string | undefined {
  const script = scripts[language];
  // Abbreviations are written in Latin letters everywhere.
  const letters = words.replace(/(?<!\p{L})[A-Z]+\d*(?!\p{Script=Latin})/gu, '').match(/\p{L}/gu) ?? [];
  const own = letters.filter((letter) => script?.test(letter) === true);
  const strange = letters.find((letter) => !/\p{Script=Latin}/u.test(letter) && script?.test(letter) !== true);
  if (strange !== undefined || script === undefined) return strange;
  if (letters.length >= fewLetters && own.length < letters.length * ownShareMin) return words.trim();
  if (language === 'hk' && simplifiedOnly.test(words)) return simplifiedOnly.exec(words)?.[0];
  const syllables = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
  if (language === 'ja' && own.length > hanTogetherMax && !syllables.test(words)) return own.join('');
  // Other Latin words are names, which are in the English text too.
  const isName = (word: string) => word === 'Assay' || english.toLowerCase().includes(word.toLowerCase());
  return words.match(/[A-Za-z]+/g)?.find((word) => !/^[A-Z]+$/.test(word) && !isName(word));
}
