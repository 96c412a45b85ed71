/** The digits of a card number, or undefined when there are too few or too many or the check digit (Luhn) does not fit. */
export function parseCardNumber(text: string): string | undefined {
  const digits = text.replaceAll(' ', '');
  return /^[0-9]{12,19}$/.test(digits) && luhn(digits) && !/^0+$/.test(digits) ? digits : undefined;
}

/** Every second digit from the right counts double, with the digits of what that gives added up; the sum ends with 0. */
function luhn(digits: string): boolean {
  const counted = digits
    .split('')
    .toReversed()
    .map((digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return value > 9 ? value - 9 : value;
    });
  return counted.reduce((total, value) => total + value, 0) % 10 === 0;
}
