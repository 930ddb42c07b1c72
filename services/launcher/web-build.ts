import { Console } from 'node:console';
import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ServerBuild } from '@remix-run/node';

import { rootFolder } from '../root-folder';

/** The web app's routes, either as built or from the sources. */
export interface WebBuild {
  mode: 'production' | 'development';
  /** The routes as they were when the server started. */
  atStart: ServerBuild;
  /** The routes. From the sources, a function that reloads the modules that have changed since its last call. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Returns a listener that also serves the modules, styles and images of the sources to the browser. */
  withSources(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

/**
 * Loads the web app from `build/server`. A server that runs from its sources (`npm run dev`) also loads the web app from
 * its sources. Vite compiles them and notifies open pages of changes over a web socket of `server`.
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
  // Imported here because Vite is not installed on machines that only run the built server.
  const { createLogger, createServer } = await import('vite');
  // The packages may be outside the project's folder, because Node also looks for them in the folders above.
  const packagesFolder = path.resolve(createRequire(import.meta.url).resolve('vite/package.json'), '../..');
  const vite = await createServer({
    root: rootFolder,
    configFile: path.join(rootFolder, 'remix.config.ts'),
    appType: 'custom',
    // A console of its own, because the server's log replaces the global one and shortens long lines.
    customLogger: createLogger('info', { console: new Console(process.stdout, process.stderr) }),
    clearScreen: false,
    // All packages are found at the start. One that is found later is bundled separately from those that an open page
    // has loaded, so that the page would run two copies of React.
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
