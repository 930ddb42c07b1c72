import path from 'node:path';

import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

import { buildFolder } from './build-folder';

/** The bare page is built as the house is: same plugin, same flags, its own folder. */
export default defineConfig({
  publicDir: false,
  plugins: [
    remix({
      appDirectory: import.meta.dirname,
      buildDirectory: path.relative(process.cwd(), buildFolder),
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
        v3_routeConfig: true,
      },
    }),
  ],
  build: { target: 'es2022' },
});
