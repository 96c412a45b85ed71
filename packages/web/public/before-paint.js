// Sets what the first paint depends on: layout, theme, colour pair, language and direction. It runs in the head, before
// any style is applied, so that nothing flashes; and says so when the application does not come. It is a file of its own because
// the content security policy allows no inline script but those of the first page, which it knows by their hashes; the application
// reads the layout from here and keeps the other attributes up to date.
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
  if (['red-up', 'green-up', 'colour-blind'].includes(read('pair'))) root.dataset.pair = read('pair');
  root.lang = tags[language] ?? tags.zh;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';

  // A first page that the server has drawn for another language, layout or reader is not shown: the application draws its own.
  const sent = root.dataset.first;
  const reader =
    read('isLogin') !== 'true' || !read('token') ? 'visitor' : (read('virtualStatus') ?? '1') === '1' ? 'demo' : 'real';
  const known = language in tags ? language : 'zh';
  if (sent !== undefined && sent !== `${known} ${root.dataset.layout} ${reader}`) root.dataset.stale = '';

  const lastWords = {
    zh: ['页面没有加载完整', '重新加载'],
    en: ['The page has not finished loading', 'Reload'],
    ja: ['ページの読み込みが完了していません', '再読み込み'],
    ko: ['페이지를 다 불러오지 못했습니다', '새로고침'],
    de: ['Die Seite ist nicht vollständig geladen', 'Neu laden'],
    fr: ['La page n’a pas fini de charger', 'Recharger'],
    it: ['La pagina non è stata caricata del tutto', 'Ricarica'],
    es: ['La página no ha terminado de cargar', 'Recargar'],
    ar: ['لم يكتمل تحميل الصفحة', 'إعادة التحميل'],
    hk: ['頁面未完整載入', '重新載入'],
  };
  /** Offers a reload in place of the page. Its styles may be missing, too. */
  const sayLastWords = () => {
    if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', sayLastWords);
    const [title, reload] = lastWords[language] ?? lastWords.zh;
    const text = document.createElement('h1');
    text.textContent = title;
    text.className = 'text-title font-semibold';
    const button = document.createElement('button');
    button.textContent = reload;
    button.className = 'rounded-middle bg-accent-fill px-s5 py-s3 font-semibold text-on-accent';
    button.addEventListener('click', () => location.reload());
    const box = document.createElement('main');
    box.className = 'flex min-h-dvh flex-col items-center justify-center gap-s5 px-side text-center';
    box.append(text, button);
    document.getElementById('root')?.replaceChildren(box);
    delete root.dataset.stale;
  };
  // The application's own code, or what it begins with, has not arrived; its first texts, as it tells itself.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') sayLastWords();
    },
    true,
  );
  addEventListener('textsmissing', sayLastWords);
})();
