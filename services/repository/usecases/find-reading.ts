import path from 'node:path';

import { noChoices, type ChoiceScope, type FileReading } from '@domain/api/readings';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';
import { isOutage } from '@domain/outage';

import { ObjectNotFound } from '../files/file-store';
import { failureSentence } from '../ingest/failure-sentence';
import type { FailureCode } from '../ingest/file-failure';
import { mayBeText } from '../ingest/file-kind';
import { readBeginning } from '../ingest/read-beginning';
import { headBytes } from '../ingest/text-encoding';
import { listRenamedColumns, listTops } from '../store/readings';
import type { UploadProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile } from './find-source-table';

/** Failures that another encoding, separator or header row may mend. */
const mendable = new Set<string>([
  'file-empty',
  'no-rows',
  'too-many-columns',
  'row-too-long',
  'quote-open',
  'line-too-long',
  'not-readable',
] satisfies FailureCode[]);

/** How an upload's file was read, and what can be chosen about it. For its owner and the editorial board. */
export async function findReading(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<FileReading> {
  const { db } = repository;
  const progress = await findReadableFile(actor, db, id);
  const { file } = progress;
  const ids = progress.tables.map((table) => table.id);
  const tops = await listTops(db, ids);
  const renamed = await listRenamedColumns(db, ids);
  const head = await findHead(repository, progress);
  const choices = file.choices ?? noChoices;
  return {
    state: file.state,
    scope: scopeOf(progress, head, [...tops.values()].some(Boolean)),
    dialect: file.dialect,
    choices,
    failure: failureOf(file, language),
    tables: head
      ? [{ name: path.parse(file.name).name, top: null, renamed: [] }]
      : progress.tables.map(({ id: table, name }) => ({
          name,
          top: tops.get(table) ?? null,
          renamed: renamed.filter((column) => column.table === table).map(renamedColumn),
        })),
    skipped: file.skipped,
    beginning: head ? readBeginning(head, choices.encoding) : [],
  };
}

function renamedColumn({ position, name, header }: { position: number; name: string; header: string | null }) {
  return { letters: columnLetters(position), header: header ?? '', name };
}

function scopeOf({ file, tables }: UploadProgress, head: Buffer | null, hasTops: boolean): ChoiceScope {
  if (tables.length > 0) return file.dialect ? 'text' : hasTops ? 'header' : 'none';
  return head ? 'text' : 'none';
}

/** Why the last reading failed, when the tables are those of the one before. */
function failureOf({ state, failureCode: code, failureParameters }: UploadProgress['file'], language: Language) {
  if (state !== 'ready' || code === null) return null;
  return { code, sentence: failureSentence(code, language, failureParameters ?? {}) };
}

/** First bytes of a csv file that could not be read and that choices may mend; null for any other file. */
async function findHead({ files }: RepositoryContext, { file }: UploadProgress): Promise<Buffer | null> {
  if (file.state !== 'failed' || !mendable.has(file.failureCode ?? '')) return null;
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of (await files.read(file.objectKey)) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= headBytes) break;
    }
  } catch (error) {
    // Deleted a moment ago, or away: the choices can be made without it.
    if (error instanceof ObjectNotFound || isOutage(error)) return null;
    throw error;
  }
  const head = Buffer.concat(pieces).subarray(0, headBytes);
  return mayBeText(head) ? head : null;
}
