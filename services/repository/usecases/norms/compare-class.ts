import type { Readable } from 'node:stream';

import type { ClassReport, ClassRequest, TakenClass } from '@domain/api/class-report';
import type { MappingTarget } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';

import { buildReport, type OpenCurves } from '../../class-report/build-report';
import { classSheets } from '../../class-report/class-sheets';
import { inClassTurn } from '../../class-report/class-turns';
import { checkClassMapping, checkTestDate } from '../../class-report/open-class';
import { asClassRefusal, readClass } from '../../class-report/read-class';
import { type ScratchStore, withScratchStore } from '../../class-report/scratch-store';
import { listClassTargets as listTargets } from '../../class-report/suggest-class';
import type { Actor, RepositoryContext } from '../../context/context';
import { citeDataSets } from '../../norms/word-norms';
import { xlsxParts } from '../../packaging/spreadsheet-xlsx';
import { zipStream } from '../../packaging/zip-stream';

/** Targets that the columns of a class can be mapped to. */
export function listClassTargets(language: Language): MappingTarget[] {
  return listTargets(language);
}

/** How a class is worked on: nothing of it is left when the call ends, and errors do not tell of it. */
interface Call {
  language: Language;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
}

/**
 * Reads the bytes of a file, or of a pasted table, into tables for the caller to keep. Refuses with 'class-unreadable' and
 * 'class-too-large'.
 */
export function takeClass(
  actor: Actor | null,
  repository: RepositoryContext,
  bytes: Uint8Array,
  { language, signal }: Call,
): Promise<TakenClass> {
  const work = (limited: AbortSignal) => (store: ScratchStore) => readClass(store, bytes, limited);
  return onClass(actor, repository, { language, signal }, work);
}

/**
 * Compares the children of a class with the norms. Refuses with 'unknown-target', 'shared-target',
 * 'class-without-results', 'class-day-missing', 'class-day-in-future' and 'class-day-unlikely'.
 */
export async function reportClass(
  actor: Actor | null,
  repository: RepositoryContext,
  request: ClassRequest,
  { language, signal, openCurves }: Call & { openCurves: OpenCurves },
): Promise<ClassReport> {
  checkClassMapping(request);
  const today = localDay(repository.now(), repository.settings.timeZone);
  checkTestDate(request, today);
  const nameDataSets = (numbers: readonly number[]) => citeDataSets(repository, numbers, language);
  const work = (limited: AbortSignal) => (store: ScratchStore) =>
    buildReport(store, request, { openCurves, nameDataSets, language, today, signal: limited });
  return onClass(actor, repository, { language, signal }, work);
}

/** The same as a workbook. */
export async function exportClassReport(
  actor: Actor | null,
  repository: RepositoryContext,
  request: ClassRequest,
  call: Call & { openCurves: OpenCurves },
): Promise<() => Readable> {
  const report = await reportClass(actor, repository, request, call);
  return () => zipStream(xlsxParts(...classSheets(report, call.language)), repository.now());
}

/** Works on a class in its turn and in a folder of its own. What is wrong with the table is told as a refusal. */
async function onClass<Result>(
  actor: Actor | null,
  repository: RepositoryContext,
  { language, signal }: Call,
  work: (signal: AbortSignal) => (store: ScratchStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await inClassTurn(actor, signal, (limited) => withScratchStore(repository, limited, work(limited)));
  } catch (error) {
    throw asClassRefusal(error, language);
  }
}
