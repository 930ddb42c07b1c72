import type { ProblemComment } from '@domain/api/mapping';
import {
  ProblemCountsSchema,
  ProblemPageSchema,
  type ProblemCounts,
  type ProblemPage,
  type ProblemSeverity,
} from '@domain/api/problems';

import { callForJson, segments, type ClientContext } from './transport';

/** Filter and window of a problem list. `offset` counts lines from 0. */
export interface WantedProblems {
  column: string | null;
  severity: ProblemSeverity | null;
  group: string | null;
  offset: number;
}

/** A page of the problems that the last check of a table found. Throws 404 if the group does not exist. */
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

/** Counts of the problems of a table: all, those that must be corrected, and those without a comment. */
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
