import routes from '../../app/routes';
import { identityPatterns } from '../../services/identity/serve';
import { paths } from '../support/use-case-paths';

interface WebRoute {
  path?: string | undefined;
  children?: WebRoute[] | undefined;
}

/** A pattern of an address such as `/api/fileupload/:id`. */
export interface Route {
  pattern: string;
  /** Who answers: the API knows access tokens, pages know sessions. */
  side: 'api' | 'web';
  /** Methods that it has. */
  methods: readonly string[];
}

/** Every address pattern of the API, the pages and the identity provider, each once. */
export function everyRoute(): Route[] {
  const api = new Map<string, string[]>();
  for (const call of Object.keys(paths)) {
    const [method = '', path = ''] = call.replace(/\{[^}]*\}/g, '').split(' ');
    api.set(path, [...(api.get(path) ?? []), method]);
  }
  const web = [
    ...pagesOf(routes, ''),
    ...identityPatterns.map((pattern) => `/identity${pattern}`),
    ...['/_configuration/:client', '/healthz', '/readyz', '/api/openapi.json', '/assets/:file'],
  ];
  return [
    ...[...api].map(([pattern, methods]): Route => ({ pattern, side: 'api', methods })),
    ...[...new Set(web)].map((pattern): Route => ({ pattern, side: 'web', methods: ['GET', 'POST'] })),
  ];
}

function pagesOf(list: readonly WebRoute[], parent: string): string[] {
  return list.flatMap(({ path = '', children = [] }) => {
    const own = [parent, path].filter((part) => part !== '').join('/');
    return [`/${own}`, ...pagesOf(children, own)];
  });
}
