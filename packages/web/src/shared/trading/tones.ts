/** Which colour a profit has, or the price that a page is about: that of gain above zero, of loss below, none at zero. */
export function gainTone(value: string | null | undefined): string {
  const number = Number(value ?? '');
  return number > 0 ? 'text-gain' : number < 0 ? 'text-loss' : '';
}

/** Rising above zero, falling below, and exactly zero green, as the specification has it for lists of the market. */
export function listedTone(value: string | null | undefined): string {
  const number = Number(value ?? '');
  return number > 0 ? 'text-rise' : number < 0 ? 'text-fall' : 'text-flat';
}
