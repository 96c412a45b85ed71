import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { locatedCalls } from './located-calls.ts';
import { offlineShell } from './offline-shell.ts';
import { precompress } from './precompress.ts';

/** Where `npm run dev` finds the server; the built site is served by the server itself. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

/** What turns the sources into what a browser understands; the component tests need it too. */
export const sourcePlugins = () => [react(), tailwindcss(), locatedCalls()];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourcePlugins(), offlineShell(), precompress()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Which files a page is made of, for the budgets.
    manifest: true,
    // Nothing becomes a data: address, which the content security policy would refuse.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs is one file: thirty small ones would wait for each other on a phone's few connections.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] },
        // The frame names hundreds of files, and no letter of a hash can be compressed: seven distinguish builds of a file well
        // enough. What is a library's alone, an icon mostly, goes without a name.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.length > 0 && moduleIds.every((id) => id.includes('/node_modules/'))
            ? 'assets/[hash:7].js'
            : 'assets/[name]-[hash:7].js',
      },
      // A part that is loaded by itself keeps a file of its own: merged with what it shares with others it would bring those along.
      experimental: { chunkOptimization: false },
    },
  },
  server: {
    proxy: {
      '/swx': server,
      '/logos': server,
      '/sandbox': server,
      '/service.html': server,
      '/websocket': { target: server.replace('http', 'ws'), ws: true },
    },
  },
});
