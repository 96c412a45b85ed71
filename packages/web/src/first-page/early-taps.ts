import type { EarlyTaps } from '../shared/first-page.ts';

/** What does nothing by itself: links lead on without the application. */
const controls = 'button, label';
/** Where the frame that is drawn for somebody signed in, and is replaced, has all that it has of them: the same in the same order. */
const bar = `header :is(${controls}):not(main *)`;

const within = (place: Element | null, selector: string) => [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])];

/**
 * Keeps what is tapped of the page that was sent before its application is there, and shows of each that it waits; the application
 * does it as soon as it can. Tapped again it is still one tap, and the last one.
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
