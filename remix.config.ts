import { fileURLToPath } from 'node:url';

import { vitePlugin as remix } from '@remix-run/dev';
import { type JsMinifyOptions, minify } from '@swc/core';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { iconSprite } from './app/components/icons/icon-sprite';
import { futureFlags } from './app/future-flags';
import { precompress } from './services/http/compress';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Packs what the browser loads, once it is all written. */
function packedAssets(): Plugin {
  let folder: string | null = null;
  return {
    name: 'packed-assets',
    apply: 'build',
    configResolved: ({ build }) => void (folder = build.ssr ? null : build.outDir),
    closeBundle: async () => void (folder && (await precompress(folder))),
  };
}

/** Minifies what the browser loads (decision 0028). */
function minifiedScripts(): Plugin {
  let isForBrowser = false;
  return {
    name: 'minified-scripts',
    apply: 'build',
    configResolved: ({ build }) => void (isForBrowser = !build.ssr),
    // After Vite's own, which would print it anew.
    renderChunk: { order: 'post', handler: (code) => (isForBrowser ? minify(code, minification) : null) },
  };
}

const minification: JsMinifyOptions = {
  module: true,
  ecma: 2020,
  mangle: true,
  compress: { passes: 2, pure_getters: true },
};

const framework =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream|i18next|react-i18next)\//;
const textFile = /locales\/(\w+)\/([\w-]+)\.json$/;
const textsOfEveryScreen = ['common', 'forms', 'home', 'tests'];
const partOfManyScreens =
  /\/app\/(?:i18n|components\/(?:frame|icons|search|scroll-area)|forms\/form\.tsx|paths\.ts)|\/domain\/(?:language-code|motor-tests|limits)/;

/** What the browser loads together: fewer and larger files pack better. */
function browserChunk(id: string): string | undefined {
  if (framework.test(id)) return 'framework';
  const [, language, name = ''] = textFile.exec(id) ?? [];
  if (language) return `texts-${language}-${textsOfEveryScreen.includes(name) ? 'all' : 'more'}`;
  return partOfManyScreens.test(id) ? 'frame' : undefined;
}

const tests = '{app,domain,services,tests}/**/*.test.{ts,tsx}';

/** One configuration for Vite, the Remix plugin and Vitest: scripts pass `--config remix.config.ts`. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [iconSprite(), process.env.VITEST ? [] : remix({ future: futureFlags }), packedAssets(), minifiedScripts()],
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder('./app/') },
      { find: /^@domain\//, replacement: folder('./domain/') },
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every module is named in the page's head already.
    modulePreload: false,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: browserChunk } },
  },
  test: {
    projects: [
      // Most files load a whole server: in one process they share its modules, which saves minutes.
      {
        extends: true,
        test: {
          name: 'together',
          include: [tests],
          exclude: ['**/*.{alone,long,release}.test.ts'],
          isolate: false,
          setupFiles: ['tests/support/leave-nothing-behind.ts'],
        },
      },
      // Measures its process or replaces something in it.
      { extends: true, test: { name: 'alone', include: ['**/*.alone.test.ts'], sequence: { groupOrder: 1 } } },
      // Tries many cases or waits for long: `npm run test:all`.
      { extends: true, test: { name: 'long', include: ['**/*.long.test.ts'], sequence: { groupOrder: 2 } } },
      // Tries thousands of cases, a year or gigabytes: `npm run test:release`.
      { extends: true, test: { name: 'release', include: ['**/*.release.test.ts'], sequence: { groupOrder: 3 } } },
    ],
    environment: 'node',
    pool: 'forks',
    // Most tests wait for a database or an engine in a process of its own.
    maxWorkers: 3,
    // These end what hangs. No machine is so slow or busy that a state takes longer to come.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/each-test-file.ts'],
  },
}));
