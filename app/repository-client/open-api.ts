import { z } from 'zod';

import { call, type ClientContext } from './transport';

/** JSON Schema of a shape, or a reference to one. */
const SchemaSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof SchemaSchema>;

const ReferenceSchema = z.object({ $ref: z.string() });
const ParameterSchema = z.object({
  in: z.enum(['path', 'query', 'header', 'cookie']),
  name: z.string(),
  description: z.string().default(''),
  required: z.boolean().default(false),
  schema: SchemaSchema.default({}),
});
const ContentSchema = z.record(
  z.string(),
  z.object({
    schema: SchemaSchema.default({}),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
  }),
);
const ResponseSchema = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ description: z.string().default('') })).default({}),
  content: ContentSchema.default({}),
});

const OperationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().default(''),
  parameters: z.array(z.union([ReferenceSchema, ParameterSchema])).default([]),
  requestBody: z.object({ content: ContentSchema }).optional(),
  responses: z.record(z.string(), z.union([ReferenceSchema, ResponseSchema])),
  /** Requests of examples, whose answers are the examples of the responses. */
  'x-requests': z.array(z.object({ title: z.string(), status: z.number(), curl: z.string() })).default([]),
});
export type ApiOperation = z.infer<typeof OperationSchema>;

const PathSchema = z.object({
  get: OperationSchema.optional(),
  post: OperationSchema.optional(),
  put: OperationSchema.optional(),
  patch: OperationSchema.optional(),
  delete: OperationSchema.optional(),
  options: OperationSchema.optional(),
});

/** The parts of the API's OpenAPI document that its page shows. */
const OpenApiSchema = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), PathSchema),
  components: z.object({
    schemas: z.record(z.string(), SchemaSchema),
    parameters: z.record(z.string(), ParameterSchema),
    responses: z.record(z.string(), ResponseSchema),
  }),
});
export type OpenApi = z.infer<typeof OpenApiSchema>;

/** The last document, because it is large and only differs between versions of the repository. */
let last = { text: '', api: null as OpenApi | null };

/** The description of the repository API; the same object as long as it does not change. */
export async function readOpenApi(context: ClientContext): Promise<OpenApi> {
  const text = await (await call({ ...context, accessToken: null }, '/openapi.json')).text();
  if (last.api && last.text === text) return last.api;
  const api = OpenApiSchema.parse(JSON.parse(text));
  last = { text, api };
  return api;
}
