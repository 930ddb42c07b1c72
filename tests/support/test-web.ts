import type { ServerBuild } from '@remix-run/node';
import type { RouteConfigEntry } from '@remix-run/route-config';

import { isAdministering } from '@domain/roles';

import { sessionCookieName } from '../../app/auth/cookies';
import type { OpenIdClient } from '../../app/auth/open-id-client';
import type { TokenSet } from '../../app/auth/sessions';
import { openWebStore } from '../../app/store/open-web-store';
import { isOwnCookie } from '../../app/auth/own-cookies';
import { SignInFailure } from '../../app/auth/sign-in';
import * as entry from '../../app/entry.server';
import { futureFlags } from '../../app/future-flags';
import type { RepositoryTransport } from '../../app/repository-client/transport';
import * as root from '../../app/root';
import routes from '../../app/routes';
import { createWebHandler, type WebOptions } from '../../app/web-handler';
import type { Actor } from '../../services/repository/context/context';
import { isExpert } from '../../services/repository/context/policy';
import type { Site } from './read-everywhere';
import { actors, administrator, chair, type TestApi, testToken } from './test-api';

const origin = 'https://motothek.example';
type RouteModule = ServerBuild['routes'][string]['module'];
const modules = import.meta.glob<RouteModule>('../../app/routes/**/*.{ts,tsx}');

/** The web app as the server runs it, but from its sources: every route of `app/routes.ts`, without a build. */
async function buildOf(): Promise<ServerBuild> {
  const manifest: ServerBuild['routes'] = { root: { id: 'root', path: '', module: root as unknown as RouteModule } };
  const add = async (list: RouteConfigEntry[], parentId: string): Promise<void> => {
    for (const { id, path, index, file, children = [] } of list) {
      const load = modules[`../../app/${file}`];
      if (!load) throw new Error(`no module ${file}`);
      const own = id ?? file;
      manifest[own] = { id: own, parentId, path, index, module: await load() };
      await add(children, own);
    }
  };
  await add(routes, 'root');
  const assets = Object.fromEntries(
    Object.values(manifest).map((route) => [
      route.id,
      {
        id: route.id,
        parentId: route.parentId,
        path: route.path,
        index: route.index,
        hasAction: 'action' in route.module,
        hasLoader: 'loader' in route.module,
        hasClientAction: false,
        hasClientLoader: false,
        hasErrorBoundary: 'ErrorBoundary' in route.module,
        module: '/module.js',
      },
    ]),
  );
  return {
    mode: 'production',
    entry: { module: entry },
    routes: manifest,
    assets: { entry: { imports: [], module: '/entry.js' }, routes: assets, url: '/manifest.js', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { ...futureFlags, unstable_optimizeDeps: false },
    isSpaMode: false,
  } as ServerBuild;
}

/**
 * The web app with a test API, in one process and without a build: every route of `app/routes.ts`, real sessions and
 * drafts. Its identity provider accepts everybody: the code of a callback is the subject that signs in. `repository` is
 * called between web app and API; `parts` replace other parts, such as the provider.
 */
export async function createTestWeb(
  test: Pick<TestApi, 'api' | 'pool' | 'repository'>,
  repository: RepositoryTransport = async (request) => test.api.fetch(request),
  parts: Partial<WebOptions> = {},
) {
  const build = await buildOf();
  const { sessionSecrets = ['a secret of the tests'] } = parts;
  const store = await openWebStore(test.pool, sessionSecrets);
  const serverErrors: unknown[] = [];
  const handle = createWebHandler({
    downloadOrigin: null,
    build,
    mode: 'production',
    origin,
    issuer: 'https://identity.example',
    clientId: 'motothek',
    sessionSecrets,
    timeZone: 'Europe/Berlin',
    minFileBytes: test.repository.settings.minFileBytes,
    maxFileBytes: test.repository.settings.maxFileBytes,
    operator: {},
    sharedCache: { seconds: 0 },
    sessions: store.sessions,
    openId: believingProvider,
    draftsOf: store.draftsOf,
    repository,
    reportError: (error) => void serverErrors.push(error),
    ...parts,
  });

  /** Cookie header of a browser with a session. */
  async function signIn(actor: Actor, language: 'en' | 'de' = 'en'): Promise<string> {
    const session = await store.sessions.create(await tokensOf(actor));
    return `${sessionCookieName(true)}=${session}; language=${language.toUpperCase()}-X`;
  }

  return {
    serverErrors,
    handle,
    signIn,
    /** Paths of the routes with an action, as in `app/routes.ts`. */
    actions: actionsOf(build),
    /** Paths of all routes, likewise. */
    addresses: Object.keys(build.routes).map((id) => addressOf(build, id) || '/'),
    /** Sends a request as a browser does; `cookie` comes from `signIn`. */
    ask: async (path: string, { cookie, headers, ...init }: RequestInit & { cookie?: string } = {}) =>
      withKnownCookies(
        await handle(
          new Request(origin + path, {
            ...init,
            headers: {
              Origin: origin,
              Host: new URL(origin).host,
              ...(cookie ? { Cookie: cookie } : {}),
              ...(headers as object),
            },
          }),
        ),
      ),
    close: () => store.close(),
  };
}
export type TestWeb = Awaited<ReturnType<typeof createTestWeb>>;

/** Both as one site for `readEverywhere`. */
export function siteOf({ api }: Pick<TestApi, 'api'>, web: TestWeb): Site {
  return {
    host: new URL(origin).hostname,
    ask: (path, init) => (/^\/(api|oai)\b/.test(path) ? api.request(path, init) : web.ask(path, init)),
  };
}

/** Fails if a cookie is set for all pages that the page cache does not know. */
function withKnownCookies(response: Response): Response {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*path=\/(?:;|$)/i.test(line) && value !== '' && !isOwnCookie(name)) {
      throw new Error(`app/auth/own-cookies.ts does not know the cookie ${name}.`);
    }
  }
  return response;
}

async function tokensOf(actor: Actor): Promise<TokenSet> {
  const { subject, name, email } = actor;
  return {
    user: { subject, name, email, isExpert: isExpert(actor), isAdmin: isAdministering(actor.roles) },
    sid: '',
    idToken: '',
    accessToken: await testToken(actor, { expiresIn: '60m' }),
    refreshToken: null,
    accessTokenExpiresAt: new Date(Date.now() + 3_600_000),
  };
}

const unreachable = () => Promise.reject(new Error('The identity provider of this test only signs in.'));
const believingProvider: OpenIdClient = {
  begin: async ({ state }) => `https://identity.example/auth?state=${state}`,
  async complete(callback) {
    const code = new URL(callback.url).searchParams.get('code');
    const actor = [...Object.values(actors), administrator, chair].find(({ subject }) => subject === code);
    if (!actor) throw new SignInFailure('callback');
    return tokensOf(actor);
  },
  refresh: unreachable,
  endSessionAddress: unreachable,
  readLogoutToken: unreachable,
  reachable: async () => {},
  canRegister: async () => false,
  configuration: () => ({ authority: '', client_id: '', scope: '' }),
};

function addressOf(build: ServerBuild, id: string): string {
  const route = build.routes[id];
  if (!route || id === 'root') return '';
  return addressOf(build, route.parentId ?? 'root') + (route.path ? `/${route.path}` : '');
}

function actionsOf(build: ServerBuild): string[] {
  return Object.values(build.routes)
    .filter(({ module }) => module.action !== undefined)
    .map(({ id }) => addressOf(build, id));
}
