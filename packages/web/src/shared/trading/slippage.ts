/** Worse by more than this than the price on the screen, nothing is bought, sold or closed but asked about again. */
export const slippageBps = 50;
/** A strike decides by a hair, so that less of it is given away. */
export const strikeSlippageBps = 10;

/** What a sale of several says of what it was seen to bring in all. */
export function seenBringing(received: string): { seenReceived: string; maxSlippageBps: number } {
  return { seenReceived: received, maxSlippageBps: slippageBps };
}

/** What an order says of the price on the screen. */
export function seenAt(price: string, maxSlippageBps = slippageBps): { seenPrice: string; maxSlippageBps: number } {
  return { seenPrice: price, maxSlippageBps };
}
