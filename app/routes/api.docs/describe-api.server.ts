import type { ApiOperation, OpenApi } from '~/repository-client/open-api';

import { type ShapePart, writeShape } from './write-shape';

/** A body of a request or an answer. */
export interface ShownBody {
  mediaType: string;
  /** Empty for texts and bytes. */
  shape: ShapePart[];
}

export interface ShownParameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  isRequired: boolean;
  meaning: string;
  shape: ShapePart[];
}

export interface ShownCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  paragraphs: string[];
  parameters: ShownParameter[];
  bodies: ShownBody[];
  answers: { status: string; lines: string[]; headers: [name: string, meaning: string][]; bodies: ShownBody[] }[];
  examples: { title: string; curl: string; status: number; answer: string }[];
}

/** The API as its page shows it, ordered by areas and paths. */
export interface ShownApi {
  areas: { id: string; name: string; description: string; paths: { path: string; calls: ShownCall[] }[] }[];
  shapes: { name: string; shape: ShapePart[] }[];
}

/** Anchor of a name within the page. */
const anchorOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Arranges the OpenAPI document for readers. */
export function describeApi(api: OpenApi): ShownApi {
  const areas = api.tags.map(({ name, description }) => {
    const paths = Object.entries(api.paths).map(([path, operations]) => ({
      path,
      calls: Object.entries(operations)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => describeCall(api, path, method, operation)),
    }));
    return { id: anchorOf(name), name, description, paths: paths.filter(({ calls }) => calls.length > 0) };
  });
  const shapes = Object.entries(api.components.schemas).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { areas, shapes: shapes.map(([name, schema]) => ({ name, shape: writeShape(schema) })) };
}

function describeCall(api: OpenApi, path: string, method: string, operation: ApiOperation): ShownCall {
  const parameters = operation.parameters.flatMap((parameter) =>
    '$ref' in parameter ? (api.components.parameters[nameIn(parameter.$ref)] ?? []) : parameter,
  );
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    paragraphs: operation.description.split('\n\n'),
    parameters: parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      in: place,
      isRequired: required,
      meaning: description,
      shape: writeShape(schema),
    })),
    bodies: bodiesOf(operation.requestBody?.content),
    answers: answersOf(api, operation),
    examples: examplesOf(operation),
  };
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Answers in the order of their status; what every call may answer is said once at the top of the page. */
function answersOf(api: OpenApi, { responses }: ApiOperation): ShownCall['answers'] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const answer = '$ref' in response ? api.components.responses[nameIn(response.$ref)] : response;
    if (!answer || status === 'default') return [];
    const lines = answer.description.split('\n').map((line) => line.replace(/^- /, ''));
    const isRefusal = Number(status) >= 400;
    const headers = Object.entries(answer.headers).map(([name, { description }]): [string, string] => [
      name,
      description,
    ]);
    return [{ status, lines, headers, bodies: isRefusal ? [] : bodiesOf(answer.content) }];
  });
}

function bodiesOf(content: Record<string, { schema: Record<string, unknown> }> = {}): ShownBody[] {
  return Object.entries(content).map(([mediaType, { schema }]) => ({
    mediaType,
    shape: Object.keys(schema).length > 0 ? writeShape(schema) : [],
  }));
}

function examplesOf({ responses, 'x-requests': requests }: ApiOperation): ShownCall['examples'] {
  return requests.map(({ title, curl, status }) => {
    const response = responses[String(status)];
    const contents = response && !('$ref' in response) ? Object.values(response.content) : [];
    const value = contents.flatMap(({ examples }) => examples[title]?.value ?? [])[0];
    const answer = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return { title, curl, status, answer };
  });
}
