import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { licences } from '@domain/licences';

import { askSite } from '../../../../tests/support/ask-site';
import { publishForTest } from '../../../../tests/support/published-data-sets';
import { actors, administrator } from '../../../../tests/support/test-api';
import { openUploadApi, uploadForm, type UploadApi } from '../../../../tests/support/upload-calls';
import { makeNorms } from '../../jobs/handlers/make-norms';
import { exampleId } from './example-id';
import type { Example, Operation } from './operation';
import { areas } from './operations';
import { exampleKey, type RecordedAnswer } from './recorded-answers';
import { isShown, shorten, shortenText } from './shorten';
import { siteOperations } from './site-operations';
import { writeDocument } from './write-document';

const origin = 'https://motothek.example';
const document = JSON.parse(JSON.stringify(writeDocument(origin, { isClosed: true }))) as Document;

interface Content {
  [mediaType: string]: { schema: object };
}
interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, { content?: Content; $ref?: string }> }>>;
  components: { responses: Record<string, { content: Content }> };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'api');

const callers = { ...actors, administrator };
let api: UploadApi;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  const columns = [
    { key: 'sex', unit: '', source: 'Sex' },
    { key: 'age', unit: 'a', source: 'Age' },
    { key: 'slj', unit: 'cm', source: 'Long jump' },
  ];
  const select = (rows: number) =>
    `select case when i % 2 = 0 then 'f' else 'm' end as sex, 6 + i % 5 as age, 100 + 7 * i % 60 as slj from range(${rows}) t(i)`;
  await publishForTest(api.repository, {
    nr: 1,
    title: 'Long jump of primary school children',
    authors: ['Muster, Eva', 'Beispiel, Jan'],
    exercises: ['slj'],
    metadata: [{ id: 6, name: 'Keyword', values: ['standing long jump'] }],
    ages: [6, 10],
    count: 4,
    tables: [{ name: 'children', select: select(4), columns }],
  });
  await publishForTest(api.repository, {
    nr: 2,
    title: 'Grip strength of adults',
    exercises: ['handgrip'],
    ages: [20, 60],
    rights: [licences[2]],
    count: 300,
    tables: [
      {
        name: 'adults',
        select: `select case when i % 2 = 0 then 'f' else 'm' end as sex, 20 + i // 2 % 2 as age_y,
          30 + i // 4 % 20 + i % 2 * 10 as handgrip from range(300) t(i)`,
        columns: [
          { key: 'sex', unit: '', source: 'Sex' },
          { key: 'age_y', unit: 'a', source: 'Age' },
          { key: 'handgrip', unit: 'kg', source: 'Grip' },
        ],
      },
    ],
  });
  await makeNorms(api.repository, new AbortController().signal);
});
afterAll(() => api.close());

const examples = areas.flatMap(({ operations }) =>
  Object.entries(operations).flatMap(([route, operation]) =>
    (operation.examples ?? []).map((example) => ({ route, operation, example })),
  ),
);

/** The id that was answered last. */
let lastId = exampleId;

async function send(
  route: string,
  { body: described }: Operation,
  { address, caller, headers = {}, body, text, file }: Example,
): Promise<Response> {
  const [method = 'GET'] = route.split(' ');
  if (route in siteOperations) return askSite(address, method);
  const mediaType = described && 'mediaType' in described ? described.mediaType : 'application/json';
  const response = await api.call(caller ? callers[caller] : null, address.replace(exampleId, lastId), {
    method,
    headers: { ...headers, ...(body === undefined && text === undefined ? {} : { 'Content-Type': mediaType }) },
    ...(headers['Accept-Language'] ? { language: headers['Accept-Language'] } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body).replaceAll(exampleId, lastId) }),
    ...(text === undefined ? {} : { body: text }),
    ...(file ? { body: uploadForm([{ name: file.name, content: file.text }]) } : {}),
  });
  return response;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What differs each time is written in the same way. */
function steady(text: string): string {
  return text
    .replace(uuid, exampleId)
    .replace(/(?<="version":")[\w-]{43}(?=")/, 'q1Zr4Xb0mWc7TgKs2Vd9LhNy5Pf8JuEa3RiOt6DlHwM')
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-15T09:30:00.000Z')
    .replace(/(?<="(?:date|version)":"|motothek-)20\d\d-\d\d-\d\d/g, '2026-01-15');
}

/** The response with a status in the document. */
function describedResponse(route: string, { status, address }: Example): { content: Content; pointer: string } {
  const [method = ''] = route.split(' ');
  const [path = ''] = address.split('?');
  const candidates = Object.keys(document.paths)
    .filter((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .filter((key) => document.paths[key]?.[method.toLowerCase()])
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const [key = ''] = candidates;
  const responses = document.paths[key]?.[method.toLowerCase()]?.responses ?? {};
  const pointer = `/paths/${escape(key)}/${method.toLowerCase()}/responses/${status}`;
  const found = responses[status];
  if (!found) throw new Error(`${route} does not describe ${status}.`);
  if (!found.$ref) return { content: found.content ?? {}, pointer };
  const name = found.$ref.split('/').at(-1) ?? '';
  return { content: document.components.responses[name]?.content ?? {}, pointer: found.$ref.slice(1) };
}

const escape = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

function validatorOf(pointer: string, mediaType: string): ValidateFunction {
  const schema = { $ref: `api#${pointer}/content/${escape(mediaType)}/schema` };
  return ajv.compile(schema);
}

const recorded: Record<string, RecordedAnswer> = {};

test.each(examples.map((entry) => ({ ...entry, name: exampleKey(entry.example) })))(
  '$route answers as described: $name',
  async ({ route, operation, example }) => {
    const response = await send(route, operation, example);
    const text = await response.text();
    expect(response.status, text).toBe(example.status);
    expect(api.serverErrors).toEqual([]);
    lastId = (`${response.headers.get('Location')} ${text}`.match(uuid) ?? [lastId])[0];
    const { content, pointer } = describedResponse(route, example);
    const type = response.headers.get('Content-Type') ?? '';
    if (Object.keys(content).length === 0) return expect(text).toBe('');
    const mediaType = Object.keys(content).find((known) => type === known || type.startsWith(`${known};`)) ?? '';
    expect(mediaType, `${type} is not described`).not.toBe('');
    const isJson = /\bjson$/.test(mediaType);
    const body: unknown = isJson ? JSON.parse(steady(text)) : steady(text);
    const isValid = validatorOf(pointer, mediaType);
    expect(isValid(body), JSON.stringify(isValid.errors, null, 1)).toBe(true);
    const shown = isJson ? shorten(body) : shortenText(steady(text));
    if (isShown(shown)) recorded[exampleKey(example)] = { mediaType, body: shown };
  },
);

/** Names and kinds of values, not the values: other words or another number of rules are no other answer. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

test('the answers in the document look like those of the API', async () => {
  const file = path.join(import.meta.dirname, 'recorded-answers.json');
  if (process.env.RENEW_EXAMPLES) await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
  const written: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(shapeOf(written)).toEqual(shapeOf(JSON.parse(JSON.stringify(recorded))));
});
