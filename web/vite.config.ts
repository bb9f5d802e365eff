/** Builds the settings UI into `dist/web`; `vite web` serves it while developing, with the API of a running service. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  server: { port: 5173, proxy: { '/settings/api': 'http://127.0.0.1:8080', '/reference': 'http://127.0.0.1:8080' } },
});
