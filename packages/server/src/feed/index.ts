export { LiveFeed, type LiveFeedOptions } from './feed.ts';
export type { PrivateMessage } from './sign-ins.ts';
