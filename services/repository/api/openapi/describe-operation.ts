import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';

import type { TokenScope } from '@domain/access-tokens';
import { problemMediaType } from '@domain/api/problem-details';
import { type ErrorCode, errorStatus } from '@domain/error-codes';

import { policy } from '../../context/policy';
import type { Right } from '../../context/right';
import { allowingScopes } from '../../context/token-scopes';
import { errorPattern } from '../answers';
import { curlCommand } from './curl-command';
import type { Answer, Example, MediaBody, Operation } from './operation';
import { meanings, pathParameters } from './parameters';
import { recordedExamples } from './recorded-answers';

/** An operation as OpenAPI has it, at its path. */
interface DescribedOperation {
  path: string;
  method: string;
  described: ZodOpenApiOperationObject;
}

const parameter = /:(\w+)(?:\{((?:[^{}]|\{[^}]*\})*)\})?/g;

/** Describes a route. Where a parameter is spelled out, there is one operation for each of its values. */
export function describeOperation(
  route: string,
  operation: Operation,
  { tag, origin }: { tag: string; origin: string },
): DescribedOperation[] {
  const [method = '', address = ''] = route.split(' ');
  const { spelledOut } = operation;
  const values = spelledOut ? valuesOf(address, spelledOut) : [''];
  return values.map((value) => {
    const names: string[] = [];
    const path = address.replace(parameter, (_, name: string) => {
      if (name === spelledOut) return value;
      names.push(name);
      return `{${name}}`;
    });
    const described = describe(operation, {
      ...{ tag, names, value, method },
      requests: requestsOf(method, operation, path, origin),
    });
    return { path, method: method.toLowerCase(), described };
  });
}

/** The requests of the examples that belong to a path, for readers. Their answers are examples of the responses. */
function requestsOf(method: string, operation: Operation, path: string, origin: string): object[] {
  const { examples = [] } = operation;
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
  return examples
    .filter(({ address }) => pattern.test(address))
    .map((example) => ({
      title: example.title,
      status: example.status,
      curl: curlCommand(method, operation, example, origin),
    }));
}

/** Values of a parameter whose pattern lists them. */
function valuesOf(address: string, name: string): string[] {
  const pattern = [...address.matchAll(parameter)].find((match) => match[1] === name)?.[2] ?? '';
  return pattern.split('|');
}

interface Place {
  tag: string;
  method: string;
  /** Parameters of the path. */
  names: string[];
  /** Value of the parameter that is spelled out; '' if there is none. */
  value: string;
  requests: object[];
}

function describe(operation: Operation, place: Place): ZodOpenApiOperationObject {
  const { summary, description, body, isConditional, query, headers = {}, useCases } = operation;
  const right = useCases[0] && policy[useCases[0]];
  const scopes = useCases[0] ? allowingScopes(useCases[0], place.method) : [];
  const explain = (schema: z.ZodType, name: string) =>
    schema.meta({ description: operation.meanings?.[name] ?? meanings[name] });
  const path = Object.fromEntries(
    place.names.map((name) => [name, explain(operation.path?.[name] ?? pathParameters[name] ?? z.string(), name)]),
  );
  return {
    operationId: operationIdOf(operation, place),
    tags: [place.tag],
    summary,
    description: [description, callers[right ?? 'anyone'], scopesInWords(right, scopes)].filter(Boolean).join('\n\n'),
    security: securityOf(right, scopes),
    'x-caller': right ?? 'anyone',
    ...(place.requests.length > 0 ? { 'x-requests': place.requests } : {}),
    requestParams: {
      path: z.object(path),
      query: z.object(mapValues(query?.shape ?? {}, explain)),
      header: z.object(mapValues(headers, (meaning) => z.string().meta({ description: meaning }))),
    },
    ...(isConditional ? { parameters: [{ $ref: '#/components/parameters/IfMatch' }] } : {}),
    ...(body ? { requestBody: describeBody(body, operation) } : {}),
    responses: describeResponses(operation, right),
  } as ZodOpenApiOperationObject;
}

function operationIdOf({ id, useCases }: Operation, { value }: Place): string {
  return `${id ?? useCases[0]}${value && value[0]!.toUpperCase() + value.slice(1)}`;
}

/** Who may call, for readers. */
const callers: Record<Right, string> = {
  anyone: 'Open to anyone.',
  link: 'Open to whoever has the link.',
  'web-tier': 'Only for a web app on another machine, by its secret.',
  'signed-in': 'For signed-in users.',
  owner: 'For its owner.',
  submitter: 'For its owner, and for co-authors who may submit.',
  contributor: 'For its owner, and for co-authors who may edit.',
  editor: 'For its owner and co-authors who may edit, while the upload may be changed.',
  member: 'For its owner and co-authors.',
  reader: 'For its owner and co-authors, and for the editorial board once it is submitted.',
  'file-reader': 'For its owner and co-authors, and for the experts who review it.',
  board: 'For the editorial board.',
  administrator: 'For administrators.',
  chair: 'For the chair of the editorial board.',
};

/** Rights without which nobody is asked who they are. */
const isUnasked = (right: Right | undefined) => right === undefined || right === 'link' || right === 'web-tier';

/** Which scope a personal access token needs, for readers; '' for calls that do not ask who calls. */
function scopesInWords(right: Right | undefined, scopes: readonly TokenScope[]): string {
  if (isUnasked(right) || right === 'anyone') return '';
  if (scopes.length === 0) return 'Not with a personal access token.';
  return `A personal access token needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

/** What is open to anyone takes a token, too: some answers have more for a user. Of the scopes, each is enough. */
function securityOf(right: Right | undefined, scopes: readonly TokenScope[]): Record<string, string[]>[] {
  if (isUnasked(right)) return [];
  const tokens = [{ token: [] }, ...scopes.map((scope) => ({ personalToken: [scope] }))];
  return right === 'anyone' ? [{}, ...tokens] : tokens;
}

/** Refusals that follow from rights and inputs. */
function usualRefusals(operation: Operation, right: Right | undefined): ErrorCode[] {
  const { body, query, headers, isConditional } = operation;
  const isJson = body instanceof z.ZodType;
  return [
    ...(isJson || query || headers ? (['bad-request'] as const) : []),
    ...(isJson ? (['too-large-body'] as const) : []),
    ...(isConditional ? (['saved-elsewhere'] as const) : []),
    ...refusalsByRight[right ?? 'anyone'],
  ];
}

const refusalsByRight: Record<Right, readonly ErrorCode[]> = {
  anyone: [],
  link: [],
  'web-tier': ['forbidden'],
  'signed-in': [],
  owner: ['not-found'],
  submitter: ['not-found', 'right-missing'],
  contributor: ['not-found', 'right-missing'],
  editor: ['not-found', 'right-missing', 'upload-submitted'],
  member: ['not-found'],
  reader: ['not-found', 'second-factor-missing'],
  'file-reader': ['not-found', 'second-factor-missing', 'not-reviewing', 'data-set-withdrawn'],
  board: ['forbidden', 'second-factor-missing', 'not-found'],
  administrator: ['forbidden', 'second-factor-missing'],
  chair: ['forbidden', 'second-factor-missing', 'not-found'],
};

function describeResponses(operation: Operation, right: Right | undefined) {
  const codes = new Set([...usualRefusals(operation, right), ...(operation.refusals ?? [])]);
  const byStatus: Record<number, unknown> = mapValues(operation.answers, (answer, status) =>
    describeAnswer(answer, (type) => recordedExamples(operation, Number(status), type)),
  );
  for (const code of codes) {
    const status = errorStatus[code];
    const same = [...codes].filter((other) => errorStatus[other] === status);
    byStatus[status] ??= describeRefusals(same, recordedExamples(operation, status, problemMediaType));
  }
  return {
    ...byStatus,
    401: { $ref: '#/components/responses/Unauthenticated' },
    default: { $ref: '#/components/responses/Failure' },
  };
}

function describeRefusals(codes: ErrorCode[], examples: Record<string, object>) {
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorPattern(code, 'en').replaceAll('\n', ' ')}`).join('\n'),
    content: {
      [problemMediaType]: {
        schema: { $ref: '#/components/schemas/ProblemDetails', properties: { code: { enum: codes } } },
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
    },
  };
}

function describeAnswer(
  { description, schema, mediaTypes, headers }: Answer,
  examplesOf: (mediaType: string) => Record<string, object>,
) {
  const types = mediaTypes ?? (schema ? ['application/json'] : []);
  const content = types.map((type) => {
    const examples = examplesOf(type);
    return [
      type,
      {
        schema: schema && type === 'application/json' ? schema : bytes,
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
    ];
  });
  return {
    description,
    ...(headers
      ? { headers: mapValues(headers, (meaning) => ({ description: meaning, schema: { type: 'string' } })) }
      : {}),
    ...(content.length > 0 ? { content: Object.fromEntries(content) as object } : {}),
  };
}

/** A body that is not JSON. */
const bytes = {};

const filesSchema = {
  type: 'object',
  required: ['upload'],
  properties: { upload: { type: 'array', items: { contentMediaType: 'application/octet-stream' } } },
};

function describeBody(body: z.ZodType | MediaBody, { examples = [] }: Operation) {
  if (!(body instanceof z.ZodType)) {
    const schema = body.mediaType === 'multipart/form-data' ? filesSchema : (body.schema ?? bytes);
    return { required: true, content: { [body.mediaType]: { schema, ...shownBodies(examples) } } };
  }
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: body, ...shownBodies(examples) } },
  };
}

/** Bodies of the examples that are accepted, as OpenAPI has them. Files are only shown in requests. */
function shownBodies(examples: readonly Example[]): { examples?: Record<string, { value: unknown }> } {
  const shown = examples.flatMap(({ title, body, text = body, status }) =>
    text === undefined || status >= 400 ? [] : [[title, { value: text }] as const],
  );
  return shown.length > 0 ? { examples: Object.fromEntries(shown) } : {};
}

function mapValues<Value, Mapped>(
  object: Record<string, Value>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}
