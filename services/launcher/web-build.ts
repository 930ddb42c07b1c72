import { createRequire } from 'node:module';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ServerBuild } from '@remix-run/node';

import { rootFolder } from '../repository/root-folder';

/** The web app's routes, as built or straight from the sources. */
export interface WebBuild {
  mode: 'production' | 'development';
  /** The routes as they were when the server started. */
  atStart: ServerBuild;
  /** The routes; from the sources a function that answers them as they are now, with every change since. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Answers for modules, styles and pictures among the sources; calls `next` for every other address. */
  serveSources?(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
}

/**
 * Opens the build beside a built server; from the sources (`npm run dev`) a Vite server takes its place,
 * which tells open pages of changes over a web socket of `server`.
 */
export function openWebBuild(server: Server): Promise<WebBuild> {
  return import.meta.url.endsWith('.ts') ? openSources(server) : openBuilt();
}

/** A listener that is asked for nothing that the sources serve: their modules are many, and no news for its log. */
export function withSources(listener: RequestListener, { serveSources }: WebBuild): RequestListener {
  if (!serveSources) return listener;
  return (request, response) => serveSources(request, response, () => listener(request, response));
}

async function openBuilt(): Promise<WebBuild> {
  const address = pathToFileURL(path.join(rootFolder, 'build/server/index.js')).href;
  const build = (await import(address)) as unknown as ServerBuild;
  return { mode: 'production', atStart: build, build, close: async () => {} };
}

async function openSources(server: Server): Promise<WebBuild> {
  // Not there where only what runs the built server is installed.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: rootFolder,
    configFile: path.join(rootFolder, 'remix.config.ts'),
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      cors: false,
      // Packages may be installed above the project, as in a work tree within another one.
      fs: { allow: [rootFolder, packagesFolder()], deny: ['.env', '.env.*', '.git/**', 'data/**'] },
      // Large, written to while the server runs, and nothing that a page is made from.
      watch: { ignored: ['build', 'data', 'test-results'].map((name) => path.join(rootFolder, name, '**')) },
    },
  });
  const build = async () =>
    (await vite.ssrLoadModule('virtual:remix/server-build')) as unknown as ServerBuild;
  return {
    mode: 'development',
    atStart: await build(),
    build,
    serveSources: vite.middlewares,
    close: () => vite.close(),
  };
}

function packagesFolder(): string {
  const [, folder = rootFolder] =
    /^(.*node_modules)/.exec(createRequire(import.meta.url).resolve('vite')) ?? [];
  return folder;
}
