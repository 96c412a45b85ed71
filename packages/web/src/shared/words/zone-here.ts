/**
 * The time zone of this device's clock, such as Europe/Berlin; apart from what formats, so that rules without a page may ask.
 */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
