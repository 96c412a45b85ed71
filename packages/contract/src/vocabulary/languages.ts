/** The ten languages of the interface, in the order of the language menu. `zh` is the default. */
export const languages = ['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'zh';

/** Each language's name in that language, as the language menu shows it. */
export const languageNames: Record<Language, string> = {
  zh: '简体中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
  ar: 'العربية',
  hk: '繁體中文',
};

/** BCP 47 tags for `lang` attributes and `Intl`. Digits stay Latin everywhere (`-u-nu-latn` for Arabic). */
export const localeTags: Record<Language, string> = {
  zh: 'zh-Hans-CN',
  en: 'en',
  ja: 'ja',
  ko: 'ko',
  de: 'de',
  fr: 'fr',
  it: 'it',
  es: 'es',
  ar: 'ar-u-nu-latn',
  hk: 'zh-Hant-HK',
};

/** A span of time as `Intl` writes it. Japanese sets what is counted against its figure, where `Intl` leaves a space. */
export const tightSpan = (language: Language, text: string): string => (language === 'ja' ? text.replace(' ', '') : text);

export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/**
 * Picks the language of an `Accept-Language` header. Our own codes come first (a client of ours sends `hk`);
 * a browser's `zh-TW`, `zh-HK` and `zh-Hant` mean Traditional Chinese.
 */
export function pickLanguage(header: string | undefined): Language {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = (part.split(';')[0] ?? '').trim().toLowerCase();
    if (isLanguage(tag)) return tag;
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return 'hk';
    const primary = tag.split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return defaultLanguage;
}
