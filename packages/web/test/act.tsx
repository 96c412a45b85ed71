// How component tests press what moves something.
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { bitcoin } from './samples.ts';

export interface Act {
  readonly what: string;
  readonly path: string;
  /** The words of the link to where it is listed. */
  readonly list: string;
  readonly part: () => ReactNode;
  /** Where it can be pressed, if not on the demo account. */
  readonly book?: Book;
  /** What the part asks for at first. */
  readonly first?: readonly (readonly [path: string, answer: unknown])[];
  readonly press: () => Promise<unknown>;
  /** What it is called while its outcome is not known. */
  readonly summary: string | RegExp;
  /** What the server answers. */
  readonly result: unknown;
  /** What it carries that must be written down nowhere. */
  readonly secrets?: readonly string[];
}

export const id = () => crypto.randomUUID();
export const done = () => undefined;
export const click = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
export const fill = (label: string, text: string) => userEvent.fill(page.getByLabelText(label, { exact: true }), text);

/** Asked for by one button, and confirmed by another in the dialog that it opens. */
export const confirmed = async (asked: string, named: string) => {
  await click(asked);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: named, exact: true }));
};

/** It has reached its place: an opening sheet is drawn for a frame at its start, and a frame of a slow machine is long. */
export const standing = (part: Locator) => expect.poll(() => part.element().closest('[data-starting-style]')).toBeNull();

/** A hook's act behind a button of its own. */
export function Press({ go }: { go: () => Promise<unknown> }) {
  return (
    <button type="button" onClick={() => void go()}>
      Go
    </button>
  );
}

/** Of which nothing is under way. */
export const someCoin = () => ({ ...bitcoin, code: `BTC${id().slice(0, 8)}` });
