/** A span of time as whole days and a clock of hours, minutes and seconds; never below zero. */
export function timeLeft(milliseconds: number): { days: number; clock: string } {
  // The last second is shown until it is over.
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const clock = `${two(minutes)}:${two(seconds % 60)}`;
  return { days: Math.floor(seconds / 86_400), clock: seconds < 3600 ? clock : `${two(hours)}:${clock}` };
}
