export type { Call, Command, Decision, Lane, Planned, Work } from './command.ts';
export { Counter } from './counter.ts';
