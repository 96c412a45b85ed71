/** The zone that this device's clock goes by, such as Europe/Berlin; apart from what formats, so that rules without a page may ask. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
