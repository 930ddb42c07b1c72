import type { AppLoadContext, EntryContext, ServerBuild } from '@remix-run/node';
import { expect, test } from 'vitest';

import { createRouteHandlers } from './route-handlers';

const paths = {
  home: { index: true },
  'home-search': { path: ':id' },
  'data-set': { path: 'data-set/:nr' },
  uploads: { path: 'file-upload' },
  list: { index: true, parentId: 'uploads' },
  mapping: { path: 'data/:id', parentId: 'uploads' },
} as const;
const routes = Object.fromEntries([
  ['root', { id: 'root', path: '', module: {} }],
  ...Object.entries(paths).map(([id, route]) => [
    id,
    { id, parentId: 'root', module: { default: () => null }, ...route },
  ]),
]);

/** A build whose pages name the routes of their address and those that the browser is told. */
const build = {
  routes,
  assets: { version: '1', routes, entry: { imports: [], module: '' }, url: '' },
  entry: {
    module: {
      handleError: () => undefined,
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        { manifest, staticHandlerContext }: EntryContext,
      ) =>
        Response.json(
          { own: staticHandlerContext.matches.map(({ route }) => route.id), told: Object.keys(manifest.routes) },
          { status, headers },
        ),
    },
  },
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
  isSpaMode: false,
  basename: '/',
  publicPath: '/assets/',
  assetsBuildDirectory: '',
} as unknown as ServerBuild;

const handle = createRouteHandlers(build, 'production');
async function ask(path: string) {
  const response = await handle(new Request(`https://motothek.example.org${path}`), {} as AppLoadContext);
  return { status: response.status, ...((await response.json()) as { own: string[]; told: string[] }) };
}

test('an address is handled by its routes, and the browser is told those of the addresses above', async () => {
  expect(await ask('/')).toEqual({ status: 200, own: ['root', 'home'], told: ['root', 'home'] });
  expect(await ask('/data-set/7')).toMatchObject({
    own: ['root', 'data-set'],
    told: ['root', 'home', 'home-search', 'data-set'],
  });
  expect(await ask('/file-upload')).toMatchObject({ own: ['root', 'uploads', 'list'] });
  expect(await ask('/file-upload/data/3r')).toMatchObject({
    own: ['root', 'uploads', 'mapping'],
    told: ['root', 'home', 'uploads', 'list', 'mapping'],
  });
});

test('words of routes are known in any case, and numbers and names as any', async () => {
  expect(await ask('/DATA-SET/12')).toMatchObject({ own: ['root', 'data-set'] });
  expect(await ask('/%64ata-set/7')).toMatchObject({ own: ['root', 'data-set'] });
  expect(await ask('/anything')).toMatchObject({ own: ['root', 'home-search'] });
  expect(await ask('/file-upload/data/data')).toMatchObject({ own: ['root', 'uploads', 'mapping'] });
});

test('an address without a route is not found', async () => {
  expect(await ask('/no/such/page')).toMatchObject({ status: 404 });
});

test('script is told the routes of any address', async () => {
  const address = 'https://motothek.example.org/__manifest?version=1&p=%2Ffile-upload%2Fdata%2F-';
  const response = await handle(new Request(address), {} as AppLoadContext);
  expect(Object.keys((await response.json()) as object)).toEqual(expect.arrayContaining(['uploads', 'mapping']));
});
