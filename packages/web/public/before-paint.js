// Sets what the first paint depends on: layout, theme, colour pair, language and direction. It runs in the head, before
// any style is applied, so that nothing flashes. It is a file of its own because the content security policy allows no
// inline script; the application reads the layout from here and keeps the other attributes up to date.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const tags = {
    zh: 'zh-Hans-CN',
    hk: 'zh-Hant-HK',
    en: 'en',
    ja: 'ja',
    ko: 'ko',
    de: 'de',
    fr: 'fr',
    it: 'it',
    es: 'es',
    ar: 'ar',
  };
  const language = read('language') ?? 'zh';
  root.dataset.layout = /Android|iPhone|iPad|iPod/.test(navigator.userAgent) ? 'mobile' : 'desktop';
  root.dataset.theme = read('theme') === 'light' ? 'light' : 'dark';
  root.dataset.pair = ['green-up', 'colour-blind'].includes(read('pair')) ? read('pair') : 'red-up';
  root.lang = tags[language] ?? tags.zh;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
})();
