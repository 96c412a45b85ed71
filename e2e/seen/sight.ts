// Faults that a viewer of a screenshot would notice, found automatically: texts that are cut off, and sentences in another
// language than the page's.
import type { Page } from 'playwright-core';

/**
 * Texts of which a part is hidden, by a frame that shows no more, by dots, or by a field too narrow for its example.
 * What can be scrolled to is whole; what wraps out of sight, whole, is left out on purpose; what is cut is reported
 * even if its title has all of it.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    /** Rounding, and the air that letters have in their line. */
    const slackPx = 1.5;
    const slackOfLine = 0.3;
    const isToldBy = (element: Element, text: string): boolean => {
      const title = element.closest('[title]')?.getAttribute('title') ?? '';
      return title.includes(text.trim().slice(0, 40));
    };
    /** What the frames around it leave of a box: undefined where all of it is seen or can be scrolled to. */
    const hiddenBy = (holder: Element, box: DOMRect): Element | undefined => {
      let [scrollsX, scrollsY, isLifted] = [false, false, false];
      for (let frame: Element | null = holder; frame !== null && frame !== document.body; frame = frame.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(frame);
        const holds = !isLifted || position !== 'static';
        if (holds) isLifted = false;
        if (position === 'absolute') isLifted = true;
        if (holds) {
          const { left, right, top, bottom } = frame.getBoundingClientRect();
          // Only read out, or closed.
          if (right - left <= 1 || bottom - top <= 1) return undefined;
          const isApart = box.bottom <= top + 1 || box.top >= bottom - 1;
          const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
          if (!scrollsX && hides(overflowX) && !isApart && (box.left < left - slackPx || box.right > right + slackPx))
            return frame;
          const slack = Math.max(slackPx, box.height * slackOfLine);
          if (!scrollsY && hides(overflowY) && !isApart && (box.top < top - slack || box.bottom > bottom + slack)) return frame;
          if (isApart && hides(overflowY)) return undefined;
          scrollsX ||= overflowX === 'auto' || overflowX === 'scroll';
          scrollsY ||= overflowY === 'auto' || overflowY === 'scroll';
        }
        if (position === 'fixed') break;
      }
      return undefined;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: holder, textContent } = node;
      const text = (textContent ?? '').trim();
      if (text === '' || holder === null || holder.closest('.sr-only, option, style, script, noscript') !== null) continue;
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width === 0 || box.height === 0) continue;
        const frame = hiddenBy(holder, box);
        if (frame !== undefined && !isToldBy(holder, text))
          found.add(`${text.slice(0, 50)} (in ${frame.tagName}.${frame.className})`);
      }
    }
    // What stays in sight at the end of a row lies over what scrolls away beside it.
    for (const cell of document.querySelectorAll<HTMLElement>('td, th')) {
      if (getComputedStyle(cell).position !== 'sticky') continue;
      const { left, right } = cell.getBoundingClientRect();
      for (const other of cell.parentElement?.children ?? []) {
        const box = other.getBoundingClientRect();
        const text = (other.textContent ?? '').trim();
        if (other !== cell && text !== '' && box.right > left + 2 && box.left < right - 2)
          found.add(`${text.slice(0, 50)} (under a cell)`);
      }
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll<HTMLInputElement>('input:placeholder-shown:not(.sr-only)')) {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
      if (pen === null || field.placeholder.trim() === '' || !field.checkVisibility()) continue;
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      if (pen.measureText(field.placeholder).width > room + slackPx) found.add(`${field.placeholder} (example of a field)`);
    }
    return [...found].map((text) => `cut off: ${text}`);
  });
}

/** Words of English that no other language of the site writes alike. */
const english = [
  'the',
  'and',
  'your',
  'you',
  'with',
  'this',
  'that',
  'from',
  'are',
  'not',
  'for',
  'what',
  'when',
  'which',
  'have',
];
/** In letters of the Latin alphabet at such a length it is a sentence, not a name. */
const wordsOfSentence = 5;
const unwritten: ReadonlySet<string> = new Set(['zh', 'hk', 'ja', 'ko', 'ar']);

/** Sentences that are not in the language of the page. What says of itself that it is in another one is none. */
export async function foreignTexts(page: Page, language: string): Promise<string[]> {
  if (language === 'en' || language === 'xx') return [];
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen: { text: string; isName: boolean }[] = [];
    // A page may be in English for all users, and declares it: the chat is, until another language is chosen there.
    if (document.documentElement.lang.startsWith('en')) return seen;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: holder, textContent } = node;
      if (holder === null || holder.closest('option, style, script, noscript, [translate="no"], body [lang]') !== null)
        continue;
      const isName = holder.closest('bdi, [dir="ltr"]') !== null;
      if (holder.checkVisibility()) seen.push({ text: (textContent ?? '').trim(), isName });
    }
    return seen;
  });
  const latin = new RegExp(String.raw`(?:[A-Za-z][A-Za-z’']+[ ,.]+){${wordsOfSentence - 1}}[A-Za-z]{2,}`);
  const foreign = texts.filter(({ text, isName }) => {
    const words = text.toLowerCase().split(/[^a-z]+/);
    if (english.filter((word) => words.includes(word)).length >= 2) return true;
    return unwritten.has(language) && !isName && latin.test(text);
  });
  return [...new Set(foreign.map(({ text }) => `in another language: ${text.slice(0, 80)}`))];
}
