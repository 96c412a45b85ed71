/** Paths of the wire, apart from the registry so that a client that leaves the schemas out can load them. */
export const customerPrefix = '/swx/customer';
/** Calls of operators; served on the console's own port alone. */
export const consolePrefix = '/swx/console';
export const feedPath = '/websocket/message';
/** The customer-service chat: a page of its own on the site; its query names its language. */
export const servicePath = '/service.html';
