import path from 'node:path';

import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

import { futureFlags } from '../../../app/future-flags';
import { buildFolder } from './build-folder';

/** The bare page is built like the product: same plugin, same flags, its own folder. */
export default defineConfig({
  publicDir: false,
  plugins: [
    remix({
      appDirectory: import.meta.dirname,
      buildDirectory: path.relative(process.cwd(), buildFolder),
      future: futureFlags,
    }),
  ],
  build: { target: 'es2022' },
});
