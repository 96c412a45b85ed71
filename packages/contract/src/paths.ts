/** Paths of the wire, apart from the registry so that a client that leaves the schemas out can load them. */
export const customerPrefix = '/swx/customer';
/** Calls of operators; served on the console's own port alone. */
export const consolePrefix = '/swx/console';
/** The operator of a page of the console, beside the cookie of its session; `0` before sign-in. */
export const sessionHeader = 'operator';
export const feedPath = '/websocket/message';
/** The customer-service chat: a page of its own on the site; its query names its language. */
export const servicePath = '/service.html';

/**
 * The subprotocol of a client that gets quotes of what it subscribes to and before that one alone, the newest, by which it knows the
 * time. Without it the whole market comes at once.
 */
export const feedProtocol = 'quotes-as-asked';
