import { z } from 'zod';

import {
  MappingSchema,
  MappingTargetSchema,
  MappingTemplatesSchema,
  ProblemSchema,
  type MappingEntry,
  type MappingTarget,
  type MappingTemplate,
  type Problem,
  type ProblemComment,
} from '@domain/api/mapping';
import { digestTypeOf, type UploadKind } from '@domain/upload-id';

import { call, callForJson, segments, type ClientContext } from './transport';

const ProblemsSchema = z.array(ProblemSchema);

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

export function readMapping(
  context: ClientContext,
  { kind, id, table }: TableAddress,
): Promise<MappingEntry[]> {
  return callForJson(context, MappingSchema, `/mapping/${kind}${segments(id, table)}`);
}

/** Saves the mapping of a table and starts its check. Throws 404 when there is nothing to map any more. */
export async function saveMapping(
  context: ClientContext,
  { kind, id, table }: TableAddress,
  mapping: MappingEntry[],
): Promise<void> {
  await call(context, `/mapping/${kind}${segments(id, table)}`, { method: 'POST', json: mapping });
}

/** Problems the last check of a table found. */
export function listProblems(context: ClientContext, id: string, table: string): Promise<Problem[]> {
  return callForJson(context, ProblemsSchema, `/mapping/errors${segments(id, table)}`);
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

/** Replaces the user's whole list. */
export async function saveMappingTemplates(
  context: ClientContext,
  templates: MappingTemplate[],
): Promise<void> {
  await call(context, '/mapping/templates', { method: 'PUT', json: templates });
}
