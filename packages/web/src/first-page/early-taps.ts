import type { EarlyTaps } from '../shared/first-page.ts';

/** Elements that do nothing by themselves: links work without the application. */
const controls = 'button, label';
/** Where the replacement frame of a signed-in user has all of these elements: the same in the same order. */
const bar = `header :is(${controls}):not(main *)`;

const within = (place: Element | null, selector: string) => [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])];

/**
 * Keeps taps on the sent page before its application is loaded, and marks each as waiting; the application does it as soon as
 * it can. Tapped again it is still one tap, and the last one.
 */
export function holdTaps(root: Element | null): EarlyTaps {
  const sent = new Set(within(root, controls));
  const places = within(root, bar);
  const tapped = new Set<HTMLElement>();
  const hold = (event: Event) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    // What the application has drawn by now is its own.
    if (control === null || !sent.has(control)) return;
    event.preventDefault();
    event.stopPropagation();
    tapped.delete(control);
    tapped.add(control);
    show(control, true);
  };
  document.addEventListener('click', hold, true);
  return {
    take() {
      document.removeEventListener('click', hold, true);
      const drawn = within(root, bar);
      return [...tapped].flatMap((control) => {
        show(control, false);
        const now = control.isConnected ? control : drawn[places.indexOf(control)];
        return now === undefined ? [] : [now];
      });
    },
  };
}

function show(control: HTMLElement, waits: boolean): void {
  control.toggleAttribute('data-tapped', waits);
  if (waits) control.setAttribute('aria-busy', 'true');
  else control.removeAttribute('aria-busy');
}
