import path from 'node:path';

import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

import { futureFlags } from '../../../app/future-flags';
import { buildFolder } from './build-folder';

/** Same plugin and flags as the product, but a separate folder. */
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
