/** The zone that this device's clock goes by, such as Europe/Berlin. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
