import { setTimeout } from 'node:timers/promises';

import { type PicturedTest, PicturedTestSchema } from '@domain/api/published-distributions';
import { Refusal } from '@domain/error-codes';
import { isOutage } from '@domain/outage';
import type { UploadKind } from '@domain/upload-id';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { forEverybody } from '../context/table-engine';
import type { FileStore } from '../context/file-store';
import { FileNotWritten } from '../files/growing-file';
import { findKeptFile, keepFile } from '../files/kept-files';
import { openLocalFiles } from '../files/read-objects';
import { vocabulary } from '../vocabulary';
import { localTables } from './published-results';
import { readPublishedCurves } from './read-published-curves';
import { readPublishedDistributions } from './read-published-distributions';

/** To be raised when the same data and vocabulary are counted in another way. */
const countingVersion = 4;
/** Time for which a page waits for its pictures. */
const waitMs = 800;
/** Data sets that are counted for pages at a time in one process, so that a crawler leaves the engine to others. */
const maxCountings = 2;
/** Time after which a failed counting is tried again. */
const restMs = 10 * 60 * 1000;

/** A published data set as its page tells of it. */
export interface CountedData {
  nr: number;
  kind: UploadKind;
  tables: readonly { objectKey: string; rowCount: number; keys: readonly string[] }[];
  leastPersons: number;
}

/** What one process counts, and what failed, by content key. */
interface Countings {
  running: Map<string, Promise<PicturedTest[]>>;
  /** Those that were begun for a page. What the curves are made of is counted beside them. */
  forPages: Set<string>;
  failed: Map<string, { error: unknown; at: number }>;
}
const byStore = new WeakMap<FileStore, Countings>();

/**
 * The tests of published tables with their distributions: counted once and kept, and counted again if that file was
 * removed. Null while they are being counted or too many others are. Throws what counting throws.
 */
export async function findTests(repository: RepositoryContext, data: CountedData): Promise<PicturedTest[] | null> {
  const key = testsKey(data);
  const kept = await findKeptFile(repository.db, key);
  const { running, failed } = countingsOf(repository);
  const now = repository.now().getTime();
  for (const [failedKey, { at }] of failed) if (now - at >= restMs) failed.delete(failedKey);
  const failure = failed.get(key);
  if (failure && !kept) throw failure.error;
  const counting = running.get(key) ?? startForPage(repository, { key, isKept: kept !== null, data });
  return counting && Promise.race([counting, setTimeout(waitMs, null, { ref: false })]);
}

interface WantedTests {
  key: string;
  isKept: boolean;
  data: CountedData;
}

/** Begins to read or count tests for a page; null while as many others are counted for pages as may be. */
function startForPage(
  repository: RepositoryContext,
  { key, isKept, data }: WantedTests,
): Promise<PicturedTest[]> | null {
  const { forPages } = countingsOf(repository);
  if (isKept) return start(forEverybody(repository), key, data);
  if (forPages.size >= maxCountings) return null;
  forPages.add(key);
  return start(forEverybody(repository), key, data).finally(() => forPages.delete(key));
}

function countingsOf({ files }: RepositoryContext): Countings {
  const countings = byStore.get(files) ?? { running: new Map(), forPages: new Set(), failed: new Map() };
  byStore.set(files, countings);
  return countings;
}

/** The tests of published tables with their distributions, as their page tells them; throws what counting throws. */
export function readTests(repository: RepositoryContext, data: CountedData): Promise<PicturedTest[]> {
  const key = testsKey(data);
  return countingsOf(repository).running.get(key) ?? start(repository, key, data);
}

/** Name of what is counted: of all that it depends on. Published tables never change, but the vocabulary may. */
export function testsKey({ kind, tables, leastPersons }: CountedData): string {
  const columns = tables.map(({ objectKey, keys }) => [objectKey, keys]);
  const results = [...vocabulary.targets.raw.values()].filter(({ isResult }) => isResult);
  const bounds = results.map(({ key, warn, hard, step, decimals }) => [key, warn, hard, step, decimals]);
  return `distributions-${contentTag(JSON.stringify([countingVersion, kind, leastPersons, columns, bounds]))}`;
}

function start(repository: RepositoryContext, key: string, data: CountedData): Promise<PicturedTest[]> {
  const { running, failed } = countingsOf(repository);
  const counting = countOrRead(repository, key, data).finally(() => running.delete(key));
  running.set(key, counting);
  counting.catch((error: unknown) => {
    // After an outage, or when a data set is restored, it works again at once.
    if (!isOutage(error) && !(error instanceof Refusal)) failed.set(key, { error, at: repository.now().getTime() });
  });
  return counting;
}

async function countOrRead(repository: RepositoryContext, key: string, data: CountedData): Promise<PicturedTest[]> {
  let counted: PicturedTest[] | null = null;
  try {
    const { objectKey } = await keepFile(repository, { contentKey: key, numbers: [data.nr] }, async () => {
      counted = await count(repository, data);
      return asContent(counted);
    });
    if (counted) return counted;
    const chunks: Buffer[] = [];
    for await (const chunk of (await repository.files.read(objectKey)) as AsyncIterable<Buffer>) chunks.push(chunk);
    return PicturedTestSchema.array().parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (error) {
    // Without room on the disk they are counted for every page.
    if (error instanceof FileNotWritten) return counted ?? count(repository, data);
    throw error;
  }
}

async function* asContent(tests: PicturedTest[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(tests));
}

async function count({ files, tables: engine }: RepositoryContext, data: CountedData): Promise<PicturedTest[]> {
  const { kind, tables, leastPersons } = data;
  await using local = await openLocalFiles(
    files,
    tables.map(({ objectKey }) => objectKey),
  );
  const read = kind === 'raw' ? readPublishedDistributions : readPublishedCurves;
  return read(engine, localTables(tables, local.paths, leastPersons > 1), leastPersons);
}
