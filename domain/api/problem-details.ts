import { z } from 'zod';

import { type ErrorCode, errorStatus, type Refusal } from '../error-codes';
import type { Language } from '../language-code';
import { retryAfterSeconds } from '../outage';

const codes = Object.keys(errorStatus) as ErrorCode[];

/** Body of every refusal and server error (RFC 9457). Some codes have further members. */
export const ProblemDetailsSchema = z.looseObject({
  type: z.string().describe('`urn:motothek:problem:` and the code.'),
  title: z.string().describe('Message in the requested language.'),
  status: z.number().int().describe('Status of the answer.'),
  code: z.enum(codes).describe('Code of the refusal, which does not change.'),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).describe('Values in the message.'),
});
export type ProblemDetails = z.infer<typeof ProblemDetailsSchema>;

/** Media type of problem details. */
export const problemMediaType = 'application/problem+json';

/** A refusal as problem details; `title` is its message in the language of the request. */
export function problemDetails({ code, status, parameters, extensions }: Refusal, title: string): ProblemDetails {
  return { type: `urn:motothek:problem:${code}`, title, status, code, parameters, ...extensions };
}

/** Headers of a response with problem details in a language. */
export function problemHeaders({ code, status, parameters }: Refusal, language: Language): Record<string, string> {
  return {
    'Content-Type': problemMediaType,
    'Content-Language': language,
    Vary: 'Accept-Language',
    ...(status === 503 || code === 'export-running' ? { 'Retry-After': String(retryAfterSeconds) } : {}),
    ...(code === 'method-not-allowed' ? { Allow: String(parameters.methods) } : {}),
  };
}
