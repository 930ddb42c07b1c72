import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from 'zod-openapi';

import { tokenPrefix } from '@domain/access-tokens';
import { problemMediaType } from '@domain/api/problem-details';

import { describeOperation } from './describe-operation';
import { areas } from './operations';
import { shapes } from './shapes';

/** An OpenAPI document as JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

const about = `The repository of Motothek: search and published data for everybody, uploads, check and submission for contributors, votes for the editorial board.

- **Token**: \`Authorization: Bearer <token>\`, an access token of the identity provider, or a personal access token, with the scope that a call needs. What is open to anyone needs none. Cookies are ignored.
- **Language** of names, messages and refusals: \`Accept-Language\` (\`en\`, the default, or \`de\`).
- **Refusals** are problem details (RFC 9457) with a stable \`code\` and a sentence in the language of the call. Objects of other users are refused as if they did not exist.
- **Running work**: 202 means that it goes on; ask again.
- **Versions**: a call that saves may send the \`ETag\` of an answer in \`If-Match\`. If something else was saved since, it is refused with 412 and nothing is saved.`;

/**
 * The description of the API for the site at `origin`, in OpenAPI 3.1. Answers may get further members later; with
 * `isClosed`, which the tests use, their schemas allow none.
 */
export function writeDocument(origin: string, { isClosed = false } = {}): OpenApiDocument {
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Motothek repository API',
        version: '1',
        description: about,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: origin }],
      tags: areas.map(({ name, description }) => ({ name, description })),
      paths: describePaths(origin),
      components: { ...sharedParts, schemas: shapes },
    },
    {
      outputIdSuffix: answeredSuffix,
      override({ jsonSchema, zodSchema, io }) {
        // Bounds of all whole numbers that JSON can hold say nothing.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (io !== 'output') return;
        // Texts are stored as the schema cleans them, so they stay texts.
        if (zodSchema._zod.def.type === 'transform') jsonSchema.type = 'string';
        if (!isClosed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
  return withoutUnusedShapes(document);
}

function describePaths(origin: string): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name: tag, operations } of areas) {
    for (const [route, operation] of Object.entries(operations)) {
      for (const { path, method, described } of describeOperation(route, operation, { tag, origin })) {
        paths[path] ??= { parameters: [{ $ref: '#/components/parameters/AcceptLanguage' }] };
        paths[path][method] = described;
      }
    }
  }
  return paths as ZodOpenApiPathsObject;
}

const problem = (description: string, headers = {}) => ({
  description,
  headers,
  content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/ProblemDetails' } } },
});

const sharedParts: ZodOpenApiObject['components'] = {
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'Access token of the identity provider, as the web app gets it at a login. Its user may do all of theirs.',
    },
    personalToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${tokenPrefix}…`,
      description:
        'Personal access token, which a user makes at `/access-tokens` for a script. It needs one of the scopes that are listed with a call: `read`, `upload` or `review`.',
    },
  },
  parameters: {
    AcceptLanguage: z
      .string()
      .optional()
      .meta({
        param: { in: 'header', name: 'Accept-Language' },
        description: 'Language of names and messages, with weights; `en` or `de`.',
      }),
    IfMatch: z
      .string()
      .optional()
      .meta({
        param: { in: 'header', name: 'If-Match' },
        description: 'The `ETag` of the version that is changed. If another one was saved since, nothing is saved.',
      }),
  },
  responses: {
    Unauthenticated: problem(
      '`unauthenticated`: there is no token, or it is not valid. `token-invalid`: the personal access token is unknown, revoked or has ended.',
      { 'WWW-Authenticate': { description: 'Challenge (RFC 6750).', schema: { type: 'string' } } },
    ),
    Failure: problem('Any other refusal, such as `internal` (500) or `unavailable` (503, with `Retry-After`).'),
  },
};

/** Without shapes that no call has: only the web app or other schemas use them. */
function withoutUnusedShapes(document: OpenApiDocument): OpenApiDocument {
  const shapesOf = (written: OpenApiDocument) => Object.entries(written.components?.schemas ?? {});
  const text = JSON.stringify(document);
  const used = shapesOf(document).filter(([name]) => text.includes(referenceTo(name)));
  const without = { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } };
  return used.length === shapesOf(document).length ? withShortNames(document) : withoutUnusedShapes(without);
}

const referenceTo = (name: string): string => `"#/components/schemas/${name}"`;

/** A shape that is only answered needs no name that tells it from the one that is sent. */
function withShortNames(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  const long = Object.keys(schemas).filter((name) => name.endsWith(answeredSuffix));
  const renamed = long.filter((name) => !(shortNameOf(name) in schemas));
  const text = renamed.reduce(
    (json, name) => json.replaceAll(referenceTo(name), referenceTo(shortNameOf(name))),
    JSON.stringify(document),
  );
  const written = JSON.parse(text, openReference) as OpenApiDocument;
  const named = Object.entries(written.components?.schemas ?? {});
  const shown = named.map(([name, schema]) => [renamed.includes(name) ? shortNameOf(name) : name, schema]);
  return { ...written, components: { ...written.components, schemas: Object.fromEntries(shown) } };
}

/**
 * A described copy of a shape keeps its `additionalProperties: false` beside the reference to it. There it would forbid
 * every member, because it does not see those of the shape (https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3).
 */
function openReference(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value) || !('additionalProperties' in value))
    return value;
  const { additionalProperties, ...reference } = value;
  return additionalProperties === false ? reference : value;
}

/** What zod-openapi adds to the name of a shape that differs from the one that is sent. */
const answeredSuffix = 'Output';
const shortNameOf = (name: string): string => name.slice(0, -answeredSuffix.length);
