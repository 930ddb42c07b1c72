import type { ProblemComment } from '@domain/api/mapping';
import {
  ProblemCountsSchema,
  ProblemPageSchema,
  type ProblemCounts,
  type ProblemPage,
  type ProblemSeverity,
} from '@domain/api/problems';

import { callForJson, segments, type ClientContext } from './transport';

/** Which problems are asked for; `offset` counts lines from 0. */
export interface WantedProblems {
  column: string | null;
  severity: ProblemSeverity | null;
  group: string | null;
  offset: number;
}

/** A page of the problems the last check of a table found. Throws 404 for a group that is not there. */
export function pageProblems(
  context: ClientContext,
  id: string,
  table: string,
  { column, severity, group, offset }: WantedProblems,
): Promise<ProblemPage> {
  return callForJson(context, ProblemPageSchema, `/mapping/problems${segments(id, table)}`, {
    query: { column, severity, group, offset },
  });
}

/** How many problems a table has, and what keeps its check from being done. */
export async function countProblems(context: ClientContext, id: string, table: string): Promise<ProblemCounts> {
  const path = `/mapping/problems${segments(id, table)}`;
  return (await callForJson(context, ProblemPageSchema, path, { query: { limit: 1 } })).counts;
}

/**
 * Saves comments; an empty one is withdrawn. Throws 'problems-changed' if they were typed on the problems of another
 * `check`, and 'uncommented-problems' if problems would be left without a comment, unless that is `confirmed`. Then
 * nothing is saved.
 */
export function saveProblemComments(
  context: ClientContext,
  id: string,
  table: string,
  saved: { comments: ProblemComment[]; confirmed: boolean; check?: string },
): Promise<ProblemCounts> {
  return callForJson(context, ProblemCountsSchema, `/mapping/problems${segments(id, table)}`, {
    method: 'POST',
    json: saved,
  });
}
