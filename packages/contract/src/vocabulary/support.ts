/** A conversation waits for an operator, is somebody's, or has been closed; what its customer then writes lets it wait again. */
export const conversationStatuses = ['waiting', 'assigned', 'closed'] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** `joined` and `closed` are not said by anybody: they tell the customer what an operator did. */
export const messageKinds = ['text', 'image', 'joined', 'closed'] as const;
export type MessageKind = (typeof messageKinds)[number];
export const messageAuthors = ['customer', 'operator'] as const;
export type MessageAuthor = (typeof messageAuthors)[number];

export const messageCharsMax = 2000;
/** What one customer may send within 24 hours. */
export const messagesPerDayMax = 500;
/** Conversations that visitors of one network may start within 24 hours. */
export const visitorConversationsPerDayMax = 20;
/** What a visitor's token begins with, so that it is never taken for a session. */
export const visitorTokenPrefix = 'visitor_';
/** Somebody who typed this lately is shown as typing. */
export const typingMs = 6000;
/** A customer who has not asked for this long is away, and receives a notification of an answer. */
export const awayMs = 45_000;
/** A conversation of somebody who has not answered for this long may be taken over. */
export const takeOverMs = 30 * 60_000;
/** What is left of a visitor's conversation after its last message, in days. */
export const visitorConversationDays = 90;
export const cannedAnswersMax = 200;
