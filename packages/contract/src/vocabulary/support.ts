/** A conversation is waiting, assigned to an operator, or closed; a later message of its customer makes it wait again. */
export const conversationStatuses = ['waiting', 'assigned', 'closed'] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** `joined` and `closed` are system messages: they show the customer what an operator did. */
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
/** A person who typed this lately is shown as typing. */
export const typingMs = 6000;
/** A customer without a request for this long is away, and receives a notification of an answer. */
export const awayMs = 45_000;
/** A conversation whose operator has not answered for this long may be taken over. */
export const takeOverMs = 30 * 60_000;
/** What is left of a visitor's conversation after its last message, in days. */
export const visitorConversationDays = 90;
export const cannedAnswersMax = 200;
