export function CurrencyPage() {
  return null;
}
