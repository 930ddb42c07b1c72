import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { routesOf } from '../../../../tests/support/api-routes';
import { paths, sharedPaths } from '../../../../tests/support/use-case-paths';
import { rootFolder } from '../../../root-folder';
import { policy } from '../../context/policy';
import { areas } from './operations';
import { pathParameters } from './parameters';
import { exampleKey } from './recorded-answers';
import { siteOperations } from './site-operations';
import { writeDocument } from './write-document';

const document = writeDocument('https://motothek.example');
const operations = areas.flatMap((area) => Object.entries(area.operations));

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('every route is described, and nothing else', () => {
  const routes = routesOf().filter(({ path }) => !path.endsWith('/'));
  const registered = routes.map(({ method, path }) => `${method} ${path}`);
  const described = operations.map(([route]) => route).filter((route) => !(route in siteOperations));
  expect([...described].sort()).toEqual([...new Set(registered)].sort());
});

/** A route without the patterns of its parameters. The role table has another name for the id of a download. */
const shapeOf = (route: string) => route.replace(/(:\w+)(\{([^{}]|\{[^}]*\})*\})?/g, '$1').replace(':session', ':id');

test('every route has the use cases of the role table, and every use case has a route', () => {
  const table = new Map<string, string[]>();
  for (const [route, useCase] of Object.entries({ ...paths, ...sharedPaths })) {
    const [shape = ''] = shapeOf(route)
      .replace(/^HEAD /, 'GET ')
      .replace('.json', '')
      .split('?');
    if (!shape.endsWith('/')) table.set(shape, [...new Set([...(table.get(shape) ?? []), useCase])].sort());
  }
  const described = operations.filter(([, { useCases }]) => useCases.length > 0);
  expect(Object.fromEntries(described.map(([route, { useCases }]) => [shapeOf(route), [...useCases].sort()]))).toEqual(
    Object.fromEntries(table),
  );
  const known = new Set(operations.flatMap(([, { useCases }]) => useCases));
  expect(Object.keys(policy).filter((useCase) => !known.has(useCase as keyof typeof policy))).toEqual([]);
});

test('every operation has a name of its own', () => {
  const ids = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path as Record<string, { operationId?: string }>).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(ids.length).toBeGreaterThanOrEqual(operations.length);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('every parameter of a path has a schema', () => {
  const missing = operations.flatMap(([route, { path = {}, spelledOut }]) =>
    [...route.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
      name in path || name in pathParameters || name === spelledOut ? [] : `${route}: ${name}`,
    ),
  );
  expect(missing).toEqual([]);
});

test('every parameter says what it means', () => {
  const mute = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.values(methods as Record<string, { parameters?: { name?: string; description?: string }[] }>).flatMap(
      ({ parameters = [] }) =>
        parameters.flatMap(({ name, description }) => (name && !description ? `${path} ${name}` : [])),
    ),
  );
  expect(mute).toEqual([]);
});

/** An operation as it is in the document. */
interface Described {
  'x-caller'?: string;
  description?: string;
  security?: object[];
  tags?: string[];
  requestBody?: object;
  responses?: Record<string, object>;
  'x-requests'?: { curl: string }[];
}

const described = Object.entries(document.paths ?? {}).flatMap(([address, methods]) =>
  Object.entries(methods as Record<string, Described>).flatMap(([method, operation]) =>
    method === 'parameters' ? [] : [{ call: `${method} ${address}`, ...operation }],
  ),
);

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  [part: string]: unknown;
}

/** Members without a description in a schema and in what it is made of, each named shape once. */
function muteMembers(schema: Schema, place: string, seen: Set<string>): string[] {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    if (seen.has(name)) return [];
    seen.add(name);
    const shapes = (document.components?.schemas ?? {}) as Record<string, Schema>;
    return muteMembers(shapes[name] ?? {}, name, seen);
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([member, inner]) => [
    ...(inner.description ? [] : [`${place}.${member}`]),
    ...muteMembers(inner, `${place}.${member}`, seen),
  ]);
  const parts = ['items', 'prefixItems', 'anyOf', 'oneOf', 'additionalProperties'].flatMap(
    (part) => schema[part] ?? [],
  );
  return [...own, ...parts.flatMap((part) => (part instanceof Object ? muteMembers(part as Schema, place, seen) : []))];
}

test('every member of public calls and of downloads says what it means', () => {
  const seen = new Set<string>();
  const open = described.filter((call) => call['x-caller'] === 'anyone' || call.tags?.includes('Downloads'));
  const contents = open.flatMap(({ call, requestBody, responses = {} }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values((part as { content?: Record<string, { schema: Schema }> } | undefined)?.content ?? {}).map(
        ({ schema }) => ({ call, schema }),
      ),
    ),
  );
  expect(contents.length).toBeGreaterThan(30);
  expect(contents.flatMap(({ call, schema }) => muteMembers(schema, call, seen))).toEqual([]);
});

test('shapes are those of every module of domain/api', () => {
  const source = readFileSync(path.join(rootFolder, 'services/repository/api/openapi/shapes.ts'), 'utf8');
  const modules = readdirSync(path.join(rootFolder, 'domain/api')).filter((name) => !name.includes('.test.'));
  const missing = modules.filter((name) => !source.includes(`'@domain/api/${name.replace('.ts', '')}'`));
  expect(missing).toEqual([]);
});

test('every operation says which scope a personal access token needs', () => {
  const find = (call: string) => described.find((one) => one.call === call);
  const [list, upload, read, make] = [
    find('get /api/fileupload/user'),
    find('post /api/fileupload/raw'),
    find('get /api/metadata/{id}'),
    find('post /api/tokens'),
  ];
  const token = { token: [] };
  expect(list?.security).toEqual([token, { personalToken: ['read'] }]);
  expect(upload?.security).toEqual([token, { personalToken: ['upload'] }]);
  expect(read?.security).toEqual([token, { personalToken: ['read'] }, { personalToken: ['review'] }]);
  expect(read?.description).toContain('needs the scope `read` or `review`');
  expect([make?.security, make?.description]).toEqual([[token], expect.stringContaining('Not with a personal')]);
});

test('calls that may have to make curves say that they can be unavailable', () => {
  const calls = ['get /api/norms/{key}', 'post /api/norms/standing', 'get /api/search/data/{nr}/norms'];
  const found = described.filter(({ call }) => calls.includes(call));
  expect(found.map(({ responses = {} }) => '503' in responses)).toEqual(calls.map(() => true));
});

test('every operation has an example', () => {
  const without = described.filter(({ 'x-requests': requests = [] }) => requests.length === 0);
  expect(without.map(({ call }) => call)).toEqual([]);
});

test('every operation that takes a body shows one', () => {
  const sendsBody = /^ {2}(?:-d|-F|--data-binary) /m;
  const without = described.filter(
    ({ requestBody, 'x-requests': requests = [] }) => requestBody && !requests.some(({ curl }) => sendsBody.test(curl)),
  );
  expect(without.map(({ call }) => call)).toEqual([]);
});

test('no two examples have the same name', () => {
  const keys = operations.flatMap(([, { examples = [] }]) => examples.map(exampleKey));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

interface Shown {
  content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, 'api');
/** A part of an address within the document. */
const escape = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

test('every body that is sent as an example is valid by the document that is published', () => {
  const sent = described.flatMap(({ call, requestBody = {} }) =>
    Object.entries((requestBody as Shown).content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.entries(examples).map(([title, { value }]) => ({ call, type, title, value })),
    ),
  );
  const wrong = sent.filter(({ call, type, value }) => {
    const [method = '', address = ''] = call.split(' ');
    const pointer = `/paths/${escape(address)}/${method}/requestBody/content/${escape(type)}/schema`;
    return type === 'application/json' && !ajv.validate({ $ref: `api#${pointer}` }, value);
  });
  expect(sent.length).toBeGreaterThan(20);
  expect(wrong.map(({ call, title }) => `${call}: ${title}`)).toEqual([]);
});

test('every example is valid by the document that is published, in its media type', () => {
  const shown = described.flatMap(({ call, responses = {} }) =>
    Object.entries(responses as Record<string, Shown>).flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([type, { examples = {} }]) =>
        Object.entries(examples).map(([title, { value }]) => ({ call, status, type, title, value })),
      ),
    ),
  );
  const wrong = shown.filter(({ call, status, type, value }) => {
    const [method = '', address = ''] = call.split(' ');
    const pointer = `/paths/${escape(address)}/${method}/responses/${status}/content/${escape(type)}/schema`;
    return !ajv.validate({ $ref: `api#${pointer}` }, value);
  });
  expect(shown.length).toBeGreaterThan(150);
  expect(wrong.map(({ call, type, title }) => `${call} ${type}: ${title}`)).toEqual([]);
  const places = shown.filter(({ call, status }) => call === 'get /api/search/metadata/{nr}' && status === '200');
  expect(places.map(({ title, type }) => [title, type])).toEqual([
    ['Description in German', 'application/json'],
    ['BibTeX', 'application/x-bibtex'],
    ['APA style, by media type', 'text/x-bibliography; style=apa'],
  ]);
});
