import type { CSSProperties } from 'react';

/** Two columns where there is room, one on a phone; by the container's width, since the tape may be beside it. */
export const columns: CSSProperties = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))' };

/** A day without a time, to be written the same whichever zone its reader is in. */
export const noonOf = (day: string): string => `${day}T12:00`;
