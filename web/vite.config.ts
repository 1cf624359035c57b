import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/** The server serves dist/web under `/`; names in assets/ carry a hash, so they may be cached for ever. */
export default defineConfig({
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
});
