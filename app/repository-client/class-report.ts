import { z } from 'zod';

import {
  type ClassReport,
  ClassReportSchema,
  type ClassRequest,
  type TakenClass,
  TakenClassSchema,
} from '@domain/api/class-report';
import { type MappingTarget, MappingTargetSchema } from '@domain/api/mapping';

import { call, callForJson, type ClientContext } from './transport';

/** Has the bytes of a file or of a pasted table read. Throws 422 'class-unreadable' and 413 'class-too-large'. */
export function takeClass(
  context: ClientContext,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<TakenClass> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const body = new Blob([bytes]).stream();
  return callForJson(context, TakenClassSchema, '/norms/class/tables', { method: 'POST', body, headers, signal });
}

/** Targets that columns of a class can be mapped to, in the language of the page. */
export function listClassTargets(context: ClientContext): Promise<MappingTarget[]> {
  return callForJson(context, z.array(MappingTargetSchema), '/norms/class/targets');
}

/** Compares a class with the norms. Throws 422 'shared-target', 'class-without-results' and those about the day ('class-day-…'). */
export function reportClass(context: ClientContext, json: ClassRequest, signal: AbortSignal): Promise<ClassReport> {
  return callForJson(context, ClassReportSchema, '/norms/class/report', { method: 'POST', json, signal });
}

/** The same report as a workbook. */
export function downloadClassReport(
  context: ClientContext,
  json: ClassRequest,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { Accept: '*/*' };
  return call(context, '/norms/class/report.xlsx', { method: 'POST', json, headers, signal });
}
