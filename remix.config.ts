import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';

import { precompress } from './services/http/precompress';

import { iconSprite } from './app/components/icons/icon-sprite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Packs what the browser loads, once it is all written. */
function packedAssets(): Plugin {
  let folder: string | null = null;
  return {
    name: 'packed-assets',
    apply: 'build',
    configResolved: ({ build }) => void (folder = build.ssr ? null : build.outDir),
    closeBundle: () => void (folder && precompress(folder)),
  };
}

/** One configuration for Vite, the Remix plugin and Vitest: scripts pass `--config remix.config.ts`. */
export default defineConfig({
  plugins: [
    iconSprite(),
    process.env.VITEST
      ? []
      : remix({
          future: {
            v3_fetcherPersist: true,
            v3_relativeSplatPath: true,
            v3_throwAbortReason: true,
            v3_singleFetch: true,
            v3_lazyRouteDiscovery: true,
            v3_routeConfig: true,
          },
        }),
    packedAssets(),
  ],
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder('./app/') },
      { find: /^@domain\//, replacement: folder('./domain/') },
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  test: {
    include: ['{app,domain,services,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/fail-on-console-error.ts'],
  },
});
