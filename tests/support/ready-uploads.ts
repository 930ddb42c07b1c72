import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import { formatUploadId, type UploadKind } from '@domain/upload-id';
import { recordPerson } from '../../services/repository/store/people';
import {
  files,
  problemGroups,
  sourceColumns,
  sourceTables,
  studies,
  uploads,
} from '../../services/repository/store/schema';
import type { Actor } from '../../services/repository/context/context';
import { completeMetadata } from '../fixtures/complete-metadata';
import { actors, bearer, type TestApi } from './test-api';

/** Progress of an upload; each step includes the previous ones. */
export type Station = 'read' | 'mapped' | 'checked' | 'described' | 'submitted';
const stations: Station[] = ['read', 'mapped', 'checked', 'described', 'submitted'];

export interface ReadyUpload {
  number: number;
  id: string;
  title: string;
}

/** Makes titles unique, so that none is in use by chance. */
let titles = 0;

/**
 * An upload as ingest and check leave it, with `problems` unusual values without a comment, then brought to a step.
 * Metadata and submission use the calls of a user.
 */
export async function addUploadAt(
  test: TestApi,
  station: Station,
  options: { owner?: Actor; kind?: UploadKind; metadata?: MetadataEntry[]; problems?: number } = {},
): Promise<ReadyUpload> {
  const { owner = actors.contributor, kind = 'raw', problems = 0 } = options;
  const reached = (wanted: Station) => stations.indexOf(station) >= stations.indexOf(wanted);
  const number = await insertUpload(test, owner, kind);
  const table = await insertTable(test, number, { mapped: reached('mapped'), checked: reached('checked') });
  titles += 1;
  const title = `Fitness of adults, part ${titles}`;
  const upload = { number, id: formatUploadId(number, kind), title };
  if (reached('described')) {
    await post(test, owner, '/api/metadata', {
      id: [upload.id],
      metadata: options.metadata ?? completeMetadata(title),
    });
  }
  if (problems > 0) await insertProblem(test, table);
  if (reached('submitted')) await post(test, owner, `/api/submit/${upload.id}`);
  return upload;
}

async function post(test: TestApi, actor: Actor, address: string, body?: unknown): Promise<void> {
  const response = await ask(test, actor, address, { method: 'POST', body });
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
}

/** Calls the API as a user, or without a token; a body is sent as JSON. */
export async function ask(
  { api }: TestApi,
  actor: Actor | null,
  address: string,
  { method = 'GET', body, language = 'en' }: { method?: string; body?: unknown; language?: string } = {},
): Promise<Response> {
  return api.request(address, {
    method,
    headers: { 'Accept-Language': language, ...(actor ? await bearer(actor) : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function insertUpload({ repository }: TestApi, owner: Actor, kind: UploadKind): Promise<number> {
  const { db } = repository;
  const now = repository.now();
  await recordPerson(db, owner, now);
  const [study] = await db.insert(studies).values({ owner: owner.subject }).returning();
  const [upload] = await db
    .insert(uploads)
    .values({ kind, owner: owner.subject, study: study?.id ?? 0, createdAt: now })
    .returning();
  return upload?.number ?? 0;
}

async function insertTable(
  { repository }: TestApi,
  upload: number,
  { mapped, checked }: { mapped: boolean; checked: boolean },
): Promise<number> {
  const { db } = repository;
  const file = randomUUID();
  await db
    .insert(files)
    .values({
      id: file,
      upload,
      version: 1,
      name: `adults-${upload}.csv`,
      bytes: 20_000,
      sha256: file,
      objectKey: `originals/${file}`,
      state: 'ready',
      receivedAt: repository.now(),
    });
  const [table] = await db
    .insert(sourceTables)
    .values({
      file,
      position: 0,
      name: 'adults',
      rowCount: 300,
      firstRow: 2,
      objectKey: `tables/${file}.parquet`,
      checkState: checked ? 'ready' : 'none',
      n: checked ? 300 : null,
    })
    .returning();
  const id = table?.id ?? 0;
  const target = (key: string, unit: string) => (mapped ? { targetKey: key, targetUnit: unit } : {});
  await db.insert(sourceColumns).values([
    { table: id, position: 0, name: 'grip', ...target('handgrip', 'kg') },
    { table: id, position: 1, name: 'jump', ...target('slj', 'cm') },
    { table: id, position: 2, name: 'class' },
  ]);
  return id;
}

async function insertProblem({ repository }: TestApi, table: number): Promise<void> {
  await repository.db
    .insert(problemGroups)
    .values({
      table,
      rule: 'R03',
      column: 0,
      canOverride: true,
      count: 1,
      parameters: {},
      cells: [{ row: 2, value: '90', parameters: {} }],
    });
}

/** The stored upload and its study. */
export async function storedUpload({ repository }: TestApi, number: number) {
  const [row] = await repository.db
    .select({ upload: uploads, study: studies })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .where(eq(uploads.number, number));
  if (!row) throw new Error(`no upload ${number}`);
  return row;
}
