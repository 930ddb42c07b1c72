import { Console } from 'node:console';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';

import type { ServerBuild } from '@remix-run/node';
import type { ViteDevServer } from 'vite';

import type { PageAssets } from '../identity/pages/layout';
import { rootFolder } from '../root-folder';
import { sourceChanges, sourceErrorPage } from './source-error';

/** The web app's routes, either as built or from the sources. */
export interface WebBuild {
  mode: 'production' | 'development';
  /** The routes as they were when the server started; a stand-in if the sources could not be loaded then. */
  atStart: Pick<ServerBuild, 'routes'>;
  /** The routes; from the sources a function that loads what has changed since its last call. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Returns a listener that also serves the modules, styles and images of the sources to the browser. */
  withSources(listener: RequestListener): RequestListener;
  /** HTML page for developers about an error that has no other page; null in production. */
  errorPage(error: unknown): string | null;
  close(): Promise<void>;
}

/**
 * Loads the web app from `build/server`. A server that runs from its sources (`npm run dev`) also loads the web app from
 * its sources. Vite compiles them and notifies open pages of changes over a web socket of `server`.
 */
export function openWebBuild(server: Server, { origin }: { origin: string }): Promise<WebBuild> {
  return import.meta.url.endsWith('.ts') ? openSources(server, origin) : openBuilt();
}

async function openBuilt(): Promise<WebBuild> {
  const address = pathToFileURL(path.join(rootFolder, 'build/server/index.js')).href;
  const build = (await import(address)) as unknown as ServerBuild;
  return {
    mode: 'production',
    atStart: build,
    build,
    withSources: (listener) => listener,
    errorPage: () => null,
    close: async () => {},
  };
}

/** Folders whose changes show in open pages. All others that the server uses make it restart (`develop.js`). */
const shownFolders = ['app', 'locales', 'public'];

async function openSources(server: Server, origin: string): Promise<WebBuild> {
  const vite = await openVite(server, origin);
  server.on('upgrade', refuseOtherUpgrades);
  const build = async () =>
    (await vite.ssrLoadModule('virtual:remix/server-build', { fixStacktrace: true })) as unknown as ServerBuild;
  return {
    mode: 'development',
    // Vite has printed the error, and pages show it until it is fixed.
    atStart: await build().catch(() => standIn),
    build,
    withSources: (listener) => (request, response) =>
      isFromOtherSite(request)
        ? listener(request, response)
        : vite.middlewares(request, response, () => listener(request, response)),
    errorPage: sourceErrorPage,
    close: () => vite.close(),
  };
}

async function openVite(server: Server, origin: string): Promise<ViteDevServer> {
  // Imported here because Vite is not installed on machines that only run the built server.
  const { createLogger, createServer } = await import('vite');
  // The packages may be outside the project's folder, because Node also looks for them in the folders above.
  const packagesFolder = path.resolve(createRequire(import.meta.url).resolve('vite/package.json'), '../..');
  return createServer({
    root: rootFolder,
    configFile: path.join(rootFolder, 'remix.config.ts'),
    plugins: [sourceChanges],
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
      // Not the whole project: any folder in it may hold data, secrets or mails.
      fs: {
        allow: [
          ...[...shownFolders, 'domain', 'node_modules'].map((folder) => path.join(rootFolder, folder)),
          packagesFolder,
        ],
      },
      watch: { ignored: isElsewhere },
    },
  });
}

/** Whether a file or folder of the project is outside of the folders whose changes show in open pages. */
function isElsewhere(file: string): boolean {
  const [folder = ''] = path.relative(rootFolder, file).split(path.sep);
  return !['', '..', ...shownFolders].includes(folder);
}

/** Has the stylesheet for the identity provider's pages, and no routes for the log to name. */
const standIn: WebBuild['atStart'] = {
  routes: {
    root: {
      id: 'root',
      module: { default: () => null, links: () => [{ rel: 'stylesheet', href: '/app/styles/index.css' }] },
    },
  },
};

/** Vite would serve modules to other sites' pages, and open files in an editor for them. */
function isFromOtherSite({ headers }: IncomingMessage): boolean {
  return !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}

/** Vite leaves upgrades that are not meant for it without an answer. */
function refuseOtherUpgrades({ url, headers }: IncomingMessage, socket: Duplex): void {
  const isForVite =
    /^\/(?:\?|$)/.test(url ?? '') && /^vite-(?:hmr|ping)$/.test(headers['sec-websocket-protocol'] ?? '');
  if (isForVite) return;
  socket.on('error', () => undefined);
  socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

/** What the web app's root route puts into the head of every page, for the identity pages as well. */
export function assetsOf(build: WebBuild['atStart'], stylesheet: string | undefined): PageAssets {
  const links = (build.routes.root?.module.links?.() ?? []).flatMap((link) => ('href' in link ? [link] : []));
  const hrefs = (rel: string) => links.flatMap((link) => (link.rel === rel && link.href ? [link.href] : []));
  const stylesheetHref = stylesheet ?? hrefs('stylesheet')[0];
  if (!stylesheetHref) throw new Error('The web build names no stylesheet.');
  return { stylesheetHref, logoHref: '/logo.svg', fontHrefs: hrefs('preload') };
}
