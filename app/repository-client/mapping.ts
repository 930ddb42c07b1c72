import { z } from 'zod';

import { type Distributions, DistributionsSchema } from '@domain/api/distributions';
import {
  type MappingEntry,
  MappingSchema,
  type MappingSuggestions,
  MappingSuggestionsSchema,
  type MappingTarget,
  MappingTargetSchema,
  type MappingTemplate,
  MappingTemplatesSchema,
  type ProblemComment,
  detachedCommentsHeader,
  type SharedTargets,
  SharedTargetsSchema,
} from '@domain/api/mapping';
import { type DataChange, type TableData, TableDataSchema } from '@domain/api/table-data';
import type { ProblemFileFormat } from '@domain/api/problems';
import { digestTypeOf, type UploadKind } from '@domain/upload-id';

import { putTemplate } from './put-template';
import { call, callForJson, type ClientContext, segments } from './transport';

/** Targets a column of this kind of file may be mapped to, labels in the user's language. */
export function listTargets(context: ClientContext, kind: UploadKind): Promise<MappingTarget[]> {
  const path = `/mapping/${kind}/${context.language}/${digestTypeOf(kind)}`;
  return callForJson(context, z.array(MappingTargetSchema), path);
}

export interface TableAddress {
  kind: UploadKind;
  id: string;
  table: string;
}

export function readMapping(context: ClientContext, { kind, id, table }: TableAddress): Promise<MappingEntry[]> {
  return callForJson(context, MappingSchema, `/mapping/${kind}${segments(id, table)}`);
}

/** The same with its ETag, for a later save; '' if the repository gives none. */
export async function readTaggedMapping(
  context: ClientContext,
  { kind, id, table }: TableAddress,
): Promise<{ mapping: MappingEntry[]; tag: string }> {
  const response = await call(context, `/mapping/${kind}${segments(id, table)}`);
  return { mapping: MappingSchema.parse(await response.json()), tag: response.headers.get('ETag') ?? '' };
}

/**
 * Saves the mapping of a table and starts its check. Returns the number of comments that were detached. Throws 404 if
 * the table does not exist any more, and 412 'saved-elsewhere' if the saved mapping has another ETag than `tag`; with ''
 * it is saved in any case.
 */
export async function saveMapping(
  context: ClientContext,
  { kind, id, table }: TableAddress,
  mapping: MappingEntry[],
  tag = '',
): Promise<number> {
  const path = `/mapping/${kind}${segments(id, table)}`;
  const headers: Record<string, string> = tag === '' ? {} : { 'If-Match': tag };
  const response = await call(context, path, { method: 'POST', json: mapping, headers });
  return Number(response.headers.get(detachedCommentsHeader) ?? 0);
}

/** The targets that several columns have, of a refusal to save a mapping; none for any other refusal. */
export function sharedTargetsOf(problem: Record<string, unknown>): SharedTargets {
  const shared = SharedTargetsSchema.safeParse(problem.shared);
  return shared.success ? shared.data : [];
}

/** Suggested targets for the columns of a table, with reasons in the user's language. Saves nothing. */
export function suggestTargets(context: ClientContext, { kind, id, table }: TableAddress): Promise<MappingSuggestions> {
  const path = `/mapping/${kind}${segments(id, table)}/suggestions`;
  return callForJson(context, MappingSuggestionsSchema, path);
}

/** Which rows of a table are no data, or why the whole table is none. */
export function readTableData(context: ClientContext, { kind, id, table }: TableAddress): Promise<TableData> {
  return callForJson(context, TableDataSchema, `/mapping/${kind}${segments(id, table)}/data`);
}

/** Leaves a table or some of its rows out, or takes them back in. A mapped table is checked again. */
export async function changeTableData(
  context: ClientContext,
  { kind, id, table }: TableAddress,
  change: DataChange,
): Promise<void> {
  await call(context, `/mapping/${kind}${segments(id, table)}/data`, { method: 'POST', json: change });
}

/** Stream of a file with the problems of a table, or of all tables if none is named. */
export function downloadProblems(
  context: ClientContext,
  { id, ...query }: { id: string; table: string | null; format: ProblemFileFormat },
  signal: AbortSignal,
): Promise<Response> {
  return call(context, `/mapping/problems${segments(id)}`, { query, headers: { Accept: '*/*' }, signal });
}

/** Saves comments on problems; an empty comment withdraws one. Problems left out stay as they are. */
export async function overrideProblems(
  context: ClientContext,
  id: string,
  table: string,
  comments: ProblemComment[],
): Promise<void> {
  await call(context, `/mapping/override${segments(id, table)}`, { method: 'POST', json: comments });
}

/** Starts the check of an upload's tables again. */
export async function startCheck(context: ClientContext, id: string): Promise<void> {
  await call(context, `/mapping/check${segments(id)}`, { method: 'POST' });
}

export function listMappingTemplates(context: ClientContext): Promise<MappingTemplate[]> {
  return callForJson(context, MappingTemplatesSchema, '/mapping/templates');
}

/** Saves a template of the user, or deletes it if it is empty. Returns whether there was one with this name. */
export function putMappingTemplate(context: ClientContext, template: MappingTemplate): Promise<boolean> {
  return putTemplate(context, { path: '/mapping/templates', schema: MappingTemplatesSchema }, template);
}

/** How the results of a table are distributed by sex; names of tests in the user's language. */
export function readDistributions(context: ClientContext, { kind, id, table }: TableAddress): Promise<Distributions> {
  return callForJson(context, DistributionsSchema, `/mapping/${kind}${segments(id, table)}/distributions`);
}
