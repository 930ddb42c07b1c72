import { z } from 'zod';

import { type BoardFigures, BoardFiguresSchema } from '@domain/api/board-figures';
import {
  type ListCounts,
  ListCountsSchema,
  type ListedSubmission,
  ListedSubmissionSchema,
  type ListFilter,
  type ListQuery,
  WaitingSchema,
} from '@domain/api/board-list';
import { totalCountHeader } from '@domain/api/uploads';
import { uploadsPerPage } from '@domain/limits';

import { call, callForJson, type ClientContext } from './transport';

/** One page of a part of the list of submissions. */
export interface SubmissionPage {
  submissions: ListedSubmission[];
  /** Counts from 1. */
  page: number;
  pages: number;
  /** On all pages. */
  total: number;
}

/** Submissions of the editorial board; a page beyond the last is the last. Experts only. */
export async function listSubmissions(
  context: ClientContext,
  { page: wanted = 1, ...query }: ListQuery,
): Promise<SubmissionPage> {
  const response = await call(context, '/editorial', { query: { ...query, page: wanted } });
  const submissions = z.array(ListedSubmissionSchema).parse(await response.json());
  // An outside repository without paging returns the whole list, which is then the only page.
  const total = Number(response.headers.get(totalCountHeader) ?? submissions.length);
  const pages = submissions.length === total ? 1 : Math.ceil(total / uploadsPerPage);
  return { submissions, page: Math.min(wanted, pages), pages, total };
}

/** How many submissions each part of the list has, narrowed by a filter. */
export function countSubmissions(context: ClientContext, filter: ListFilter): Promise<ListCounts> {
  return callForJson(context, ListCountsSchema, '/editorial/counts', { query: filter });
}

/** How many submissions wait for the signed-in expert. */
export async function countWaiting(context: ClientContext): Promise<number> {
  return (await callForJson(context, WaitingSchema, '/editorial/waiting')).count;
}

/** Figures of the board: all experts for the chair, otherwise the own ones. */
export function readFigures(context: ClientContext): Promise<BoardFigures> {
  return callForJson(context, BoardFiguresSchema, '/editorial/figures');
}

/** The same as a table for a spreadsheet program. */
export function downloadFigures(context: ClientContext, signal: AbortSignal): Promise<Response> {
  return call(context, '/editorial/figures', { query: { format: 'csv' }, headers: { Accept: '*/*' }, signal });
}
