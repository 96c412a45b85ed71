/** An element that had the focus, and what it lay in while it was there, innermost first. */
interface Place {
  readonly element: Element;
  readonly within: readonly Element[];
}

/** A dialog over a dialog over a row is as deep as it goes. */
const keptPlaces = 4;
/** An element with a name, of its own or by its heading, can be announced by a screen reader. */
const ownName = '[aria-label], [aria-labelledby]';
const named = `${ownName}, section, main`;

let places: readonly Place[] = [];

/**
 * Keeps the focus on the page when what had it is taken away: a row that was closed, a dialog whose row went first, a button that
 * did its work. The nearest thing around it that has a name and is still there gets the focus, or its heading, and the next Tab
 * goes on from there.
 */
export function keepFocus(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const others = places.filter(({ element }) => element !== target);
    places = [{ element: target, within: around(target) }, ...others].slice(0, keptPlaces);
  });
  page.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    // A press beside everything drops the focus on purpose. A removed element is gone by then.
    queueMicrotask(() => {
      if (page.activeElement === page.body && target instanceof Element && target.isConnected) places = [];
    });
  });
  new MutationObserver(() => {
    const [last] = places;
    if (page.activeElement !== page.body || last === undefined || last.element.isConnected) return;
    const heir = places.map(heirOf).find((found) => found !== undefined);
    places = [];
    heir?.focus({ preventScroll: true });
  }).observe(page.body, { childList: true, subtree: true });
}

/** What had the focus, or where it is gone the nearest thing around it that has a name. */
function heirOf({ element, within }: Place): HTMLElement | undefined {
  const left = [element, ...within].find((place) => place.isConnected && !place.matches(':disabled, [inert] *'));
  const heir = left === element || left?.matches(ownName) ? left : (left?.querySelector('h1, h2, h3') ?? left);
  if (!(heir instanceof HTMLElement)) return undefined;
  if (heir.tabIndex < 0 && !heir.hasAttribute('tabindex')) {
    // Not in the order of Tab, and only for as long as it has the focus.
    heir.tabIndex = -1;
    heir.addEventListener('blur', () => heir.removeAttribute('tabindex'), { once: true });
  }
  return heir;
}

function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let next = element.parentElement?.closest(named); next; next = next.parentElement?.closest(named)) found.push(next);
  return found;
}
