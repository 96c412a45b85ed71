/** Paths of the wire, apart from the registry so that a client that leaves the schemas out can load them. */
export const customerPrefix = '/swx/customer';
export const feedPath = '/websocket/message';
