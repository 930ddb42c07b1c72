import { Console } from 'node:console';
import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ServerBuild } from '@remix-run/node';

import { rootFolder } from '../root-folder';

/** The web app's routes, as built or from the sources. */
export interface WebBuild {
  mode: 'production' | 'development';
  /** The routes as they were when the server started. */
  atStart: ServerBuild;
  /** The routes; from the sources a function that loads what has changed since its last call. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Returns a listener that also serves modules, styles and pictures of the sources to the browser. */
  withSources(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

/**
 * Loads the web app from `build/server`. A server that runs from its sources (`npm run dev`) takes the web
 * app from its sources, too, through Vite, which tells open pages of changes over a web socket of `server`.
 */
export function openWebBuild(server: Server, settings: { origin: string; dataDir: string }): Promise<WebBuild> {
  return import.meta.url.endsWith('.ts') ? openSources(server, settings) : openBuilt();
}

async function openBuilt(): Promise<WebBuild> {
  const address = pathToFileURL(path.join(rootFolder, 'build/server/index.js')).href;
  const build = (await import(address)) as unknown as ServerBuild;
  return { mode: 'production', atStart: build, build, withSources: (listener) => listener, close: async () => {} };
}

async function openSources(
  server: Server,
  { origin, dataDir }: { origin: string; dataDir: string },
): Promise<WebBuild> {
  // Loaded here because Vite is not installed where only the built server runs.
  const { createLogger, createServer } = await import('vite');
  // Not always in the project's folder: Node also looks for packages in the folders above it.
  const packagesFolder = path.resolve(createRequire(import.meta.url).resolve('vite/package.json'), '../..');
  const vite = await createServer({
    root: rootFolder,
    configFile: path.join(rootFolder, 'remix.config.ts'),
    appType: 'custom',
    // The server's log takes over the console and shortens what it is told.
    customLogger: createLogger('info', { console: new Console(process.stdout, process.stderr) }),
    clearScreen: false,
    // A package found later would be bundled beside those an open page has loaded: it would run two Reacts.
    optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/route.tsx'] },
    server: {
      middlewareMode: true,
      hmr: { server },
      allowedHosts: [new URL(origin).hostname],
      cors: false,
      fs: {
        allow: [rootFolder, packagesFolder],
        deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', path.join(dataDir, '**')],
      },
      watch: { ignored: [path.join(rootFolder, 'build/**'), path.join(dataDir, '**')] },
    },
  });
  const build = async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as unknown as ServerBuild;
  return {
    mode: 'development',
    atStart: await build(),
    build,
    withSources: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  };
}
