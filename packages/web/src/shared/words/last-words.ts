import type { Language } from '@assay/contract/vocabulary/languages.ts';

/** What is said when not even the texts of the frame have arrived: it travels with the code. */
const lastWords: Readonly<Record<Language, readonly [title: string, reload: string]>> = {
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

/** Offers a reload in place of the page. */
export function sayLastWords(root: Element, language: Language): void {
  const [title, reload] = lastWords[language];
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
  root.replaceChildren(box);
}
