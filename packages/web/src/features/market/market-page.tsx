export function MarketPage() {
  return null;
}
