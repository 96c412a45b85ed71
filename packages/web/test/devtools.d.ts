import 'vitest/browser';

// The browser's own protocol, of which the test's provider speaks: its types would bring those of Node along.
declare module 'vitest/browser' {
  interface CDPSession {
    send(method: string, params: Readonly<Record<string, string | number>>): Promise<unknown>;
  }
}
