import type { z } from 'zod';

import type { ErrorCode } from '@domain/error-codes';

import type { UseCase } from '../../context/policy';

/** A body of one media type. */
export interface MediaBody {
  mediaType: string;
  /** Shape of a JSON body; other bodies are texts or bytes. */
  schema?: z.ZodType;
}

export interface Answer {
  description: string;
  /** Shape of a JSON body. */
  schema?: z.ZodType;
  /** Media types of a body that is not plain JSON. */
  mediaTypes?: readonly string[];
  /** Names of its special headers with what they mean. */
  headers?: Record<string, string>;
}

/** Who sends the request of an example: the contributor of the uploads, another user, an expert or an administrator. */
export type Caller = 'contributor' | 'other' | 'expert1' | 'expert2' | 'administrator';

/**
 * A request that a reader can repeat, and whose answer is shown. Tests send all of them in the order of the document and
 * record the answers (README.md).
 */
export interface Example {
  title: string;
  /** Path with query. */
  address: string;
  /** Nobody, if it is left out. */
  caller?: Caller;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in the media type of the body. */
  text?: string;
  /** Sent as a form with one file in the field `upload`. */
  file?: { name: string; text: string };
  status: number;
}

/** Description of one call, under its route as it is registered: `GET /api/search/data/:nr`. */
export interface Operation {
  /** Name for generated clients, if it is not that of the first use case. */
  id?: string;
  /** Use cases that it calls. None for public texts. */
  useCases: readonly UseCase[];
  summary: string;
  /** More about it, in CommonMark. */
  description?: string;
  /** Parameter of the path whose values are addresses of their own, because another route has the same shape. */
  spelledOut?: string;
  /** Schemas of the parameters of the path that mean something else than usual (parameters.ts). */
  path?: Record<string, z.ZodType>;
  /** Parameters of the query, as the route checks them. */
  query?: z.ZodObject;
  /** Request headers with what they mean, besides those of every call. */
  headers?: Record<string, string>;
  /** What parameters mean that parameters.ts does not describe. */
  meanings?: Record<string, string>;
  /** Takes If-Match, and refuses with 412 if something else was saved since. */
  isConditional?: true;
  /** A JSON body as the route checks it, or one of another media type. */
  body?: z.ZodType | MediaBody;
  /** Answers that are no refusals, by status. */
  answers: Record<number, Answer>;
  /** Codes of refusals besides those that follow from rights and inputs. */
  refusals?: readonly ErrorCode[];
  examples?: readonly Example[];
}

/** Operations of one part of the API, by method and path as they are registered. */
export type Operations = Record<string, Operation>;
