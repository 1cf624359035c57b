import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The chat page, the console and the panel, each with its own document. */
const pages = ['index.html', 'console/index.html', 'console/live/index.html', 'panel/index.html']
  .map(at)
  .filter((file) => existsSync(file));

/**
 * The server serves dist/web at `/`. Asset names contain a hash, so they are cached without expiry. `#page/…` imports
 * modules that the pages share.
 */
export default defineConfig({
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  resolve: {
    alias: [
      { find: /^#page\//, replacement: at('src/') },
      { find: /^#sdk\//, replacement: at('../sdk/src/') },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: pages },
  },
});
