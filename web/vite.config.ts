/**
 * Builds the settings UI into `dist/web`. `vite web` serves it while it is being changed: what is saved is seen at once,
 * and what the page asks for comes from the running service at SERVICE_URL.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Whoever builds, a test too: with any other value React's parts for developers come along, with the paths of the sources.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Every file is asked for by its name: data: addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  // The service sees the address that the browser called, so that it takes the page for its own.
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '^/(settings/api|reference|openapi|v3)(/|$)': { target: service } },
  },
});
