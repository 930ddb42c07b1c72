import type { Random } from '../../services/repository/help-files/made-up-people';
import type { Route } from './routes';

/** Who asks. `none` has neither session nor token. */
export const callers = ['none', 'contributor', 'expert', 'token'] as const;
export type Caller = (typeof callers)[number];

/** A request as it goes over the line; `body` is null if there is none. */
export interface FuzzedRequest {
  method: string;
  address: string;
  caller: Caller;
  headers: Record<string, string>;
  body: Buffer | null;
}

const anyMethods = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
/** Ids, numbers and names, many of which exist. */
const likely = [
  ...['1', '2', '7', '1r', '2r', '3a', '12r', 'raw', 'agg', 'en', 'de', 'r', 'a', 'data.csv', 'data.sav', 'adults'],
];
/** What nobody's page sends. */
const unlikely = [
  ...['0', '-1', '1e9', '99999999999', '1.5', 'NaN', '1R', '1rr', 'null', 'undefined', '__proto__', 'constructor'],
  ...['%00', '%FF', '%2e%2e', '..', '..%2f..%2fetc%2fpasswd', '%E0%A4%A', '%F0%9F%98%80', 'ÄÖ', "'", '%27%3B--', '*'],
  ...['11111111-2222-4333-8444-555555555555', 'x'.repeat(2000), 'a b', '%0d%0aX: y', '$%7Bx%7D', '-', '1,2', '1;2'],
];
const names = [
  ...['q', 'e', 'page', 'lang', 'offset', 'limit', 'table', 'format', 'group', 'verb', 'metadataPrefix', 'from', 'set'],
  ...[
    '_data',
    '_routes',
    'index',
    'returnTo',
    'return',
    'state',
    'code',
    'id',
    'session',
    'intent',
    'language',
    '__proto__',
  ],
];
const words = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '1e400',
    'true',
    'null',
    'Größe',
    '漢字',
    '\u202e',
    '\ud800',
    '\u0000',
    '\r\n',
    '"',
    '<b>',
  ],
  ...[
    "' or 1=1",
    '${7*7}',
    '{{7}}',
    '2009-2012',
    '10.5072/x',
    '"open',
    'slj;dash20hand',
    '5-99',
    '../..',
    '%',
    '_',
    '\\',
  ],
];
const types = [
  ...['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain', ''],
  ...[
    'application/json; charset=utf-16',
    'application/offset+octet-stream',
    'multipart/form-data',
    'x/y;;;',
    'text/xml',
  ],
];
const headerValues: Record<string, string[]> = {
  Accept: ['*/*', 'text/html', 'application/json', 'application/x-bibtex;q=0.5, */*;q=x', ';;;', 'text/turtle'],
  'Accept-Language': ['de', 'en-GB,de;q=0.9', '*', 'x'.repeat(500), 'de;q=nan'],
  Range: ['bytes=0-0', 'bytes=-5', 'bytes=5-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=99999999999999999999-'],
  'If-None-Match': ['*', '"x"', 'W/"x", ', '"'.repeat(300)],
  'If-Range': ['"x"', 'Tue, 01 Jan 2030 00:00:00 GMT'],
  'Content-Encoding': ['gzip', 'br', 'identity', 'nonsense'],
  'Upload-Offset': ['0', '-1', 'x', '99999999999999999999'],
  'Upload-Length': ['0', '100', '1e3', '-5'],
  'Tus-Resumable': ['1.0.0', '9'],
  'X-Forwarded-For': ['1.2.3.4', 'x', ', ,'],
  Origin: ['https://elsewhere.example', 'null'],
  Cookie: ['language=%', '__Host-session=%E0', ';;;a', `session=${'x'.repeat(3000)}`],
  Authorization: ['Bearer x', 'Bearer motothek_x', 'Basic eDp5', 'Bearer '],
  Expect: ['100-continue'],
};
/** Largest body, in bytes: above the limit of JSON bodies now and then would only measure how it is drained. */
const longestText = 100_000;

/** A request of the seed. The same random numbers give the same request. */
export function makeRequest(random: Random, routes: readonly Route[]): FuzzedRequest {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random.fraction() * list.length)]!;
  const chance = (share: number) => random.fraction() < share;
  const { pattern, side, methods } = one(routes);
  const caller = chance(0.25) ? 'none' : side === 'api' ? 'token' : one(callers.slice(0, 3));
  const method = chance(0.75) ? one(methods) : one(anyMethods);
  const path = pattern.replace(/:\w+\??|\*/g, () => one(chance(0.6) ? likely : unlikely)).replaceAll('//', '/');
  const query = chance(0.4) ? `?${String(queryOf(one, chance))}` : '';
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(headerValues)) if (chance(0.06)) headers[name] = one(values);
  const hasBody = chance(['GET', 'HEAD', 'OPTIONS'].includes(method) ? 0.02 : 0.85);
  const type = one(types);
  if (hasBody && type !== '') headers['Content-Type'] = type;
  const body = hasBody ? Buffer.from(bodyOf(type, one, chance)) : null;
  return { method, address: encodeURI(path).replaceAll('%25', '%') + query, caller, headers, body };
}

type One = <T>(list: readonly T[]) => T;
type Chance = (share: number) => boolean;

function queryOf(one: One, chance: Chance): URLSearchParams {
  const query = new URLSearchParams();
  do query.append(one(names), one(words));
  while (chance(0.5));
  return query;
}

function bodyOf(type: string, one: One, chance: Chance): string {
  if (type.includes('json')) return chance(0.1) ? '{"id":["1r"],' : JSON.stringify(valueOf(one, chance, 0));
  if (type.includes('urlencoded')) return String(queryOf(one, chance));
  if (type.includes('multipart')) {
    const head = `--b\r\nContent-Disposition: form-data; name="${one(names)}"; filename="${one(['a.csv', '../x', ''])}"`;
    return `${head}\r\n\r\n${one(words)}\r\n${chance(0.8) ? '--b--' : ''}`;
  }
  return one(words)
    .repeat(chance(0.1) ? longestText : 1)
    .slice(0, longestText);
}

const keys = ['id', 'metadata', 'name', 'entries', 'nr', 'email', 'rating', 'note', 'version', 'comments', 'confirmed'];

function valueOf(one: One, chance: Chance, depth: number): unknown {
  if (depth < 5 && chance(depth === 0 ? 0.9 : 0.35)) {
    const count = one([0, 1, 2, 3, 30]);
    if (chance(0.5)) return Array.from({ length: count }, () => valueOf(one, chance, depth + 1));
    return Object.fromEntries(
      Array.from({ length: count }, () => [one([...keys, ...names]), valueOf(one, chance, depth + 1)]),
    );
  }
  return one([null, true, 0, -1, 1.5, 1e308, 2 ** 53, ...words, ...likely, ...unlikely]);
}
