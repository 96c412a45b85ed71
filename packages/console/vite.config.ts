import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where a development server finds the operators' calls; the built console is served by the server itself. */
const server = `http://127.0.0.1:${process.env['CONSOLE_PORT'] ?? '8081'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Nothing becomes a data: address, which the content security policy would refuse.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // React and the controls, which every desk is drawn with, are one file of 580 kB.
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { '/swx': server } },
});
