export { LiveFeed, type LiveFeedOptions } from './feed.ts';
