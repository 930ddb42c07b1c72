import { once } from 'node:events';
import type { Readable } from 'node:stream';

import { Refusal } from '@domain/error-codes';
import { FairTurns } from '@domain/fair-turns';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';
import { Outage } from '@domain/outage';

import type { Actor, RepositoryContext } from '../../context/context';
import { ObjectNotFound } from '../../context/file-store';
import { type PackageFile, zipStream } from '../../packaging/zip-stream';
import { exportIndex } from '../../persons/export-index';
import { sendInTurns } from '../../persons/send-in-turns';
import { listOpenParts } from '../../store/parts';
import { listOwnUploadRecords, listPersonFiles, listPersonRecords, type PersonFile } from '../../store/person-records';

/**
 * Downloads, one of an account. A second one waits for a moment (own estimate), because the first may be one that the
 * browser has just given up.
 */
const downloads = new FairTurns(Infinity, { perAccount: 1, waiting: 1, patienceMs: 5000 });

/**
 * Everything that the installation keeps about the actor, as a zip that is made while it is sent; `content` is null for
 * HEAD. It has to be read to its end or destroyed. Refuses with 'export-running' if the actor downloads it already. Throws
 * what fails before its first piece, and Outage if that has to wait too long.
 */
export async function exportPerson(
  actor: Actor,
  repository: RepositoryContext,
  { isHead, signal, language }: { isHead: boolean; signal: AbortSignal; language: Language },
): Promise<{ fileName: string; content: Readable | null }> {
  const now = repository.now();
  const fileName = `motothek-${localDay(now, repository.settings.timeZone)}.zip`;
  if (isHead) return { fileName, content: null };
  const giveBack = await downloads.take(actor.subject, signal).catch((error: unknown) => {
    throw error instanceof Outage ? new Refusal('export-running') : hasLeft();
  });
  const content = sendInTurns(actor.subject, () => zipStream(personFiles(actor, repository, language), now));
  content.once('close', giveBack);
  try {
    await once(content, 'readable', { signal });
    return { fileName, content };
  } catch (error) {
    content.destroy();
    throw signal.aborted ? hasLeft() : error;
  }
}

/** Nobody gets it, and it is no error for the log. */
const hasLeft = () => new Refusal('unavailable');

async function* personFiles(
  { subject }: Actor,
  repository: RepositoryContext,
  language: Language,
): AsyncGenerator<PackageFile> {
  const { db, recordsElsewhere } = repository;
  const names: string[] = [];
  const written = (name: string, content: PackageFile['content']): PackageFile => {
    names.push(name);
    return { path: `data/${name}.json`, content };
  };
  for (const [name, records] of Object.entries((await recordsElsewhere?.(db, subject)) ?? {})) {
    yield written(name, () => inLines(records));
  }
  for await (const { table, records } of listPersonRecords(db, subject)) yield written(table, () => inLines(records));
  yield written('own-uploads', () => inLines(listOwnUploadRecords(db, subject)));
  for (const file of await listPersonFiles(db, subject)) {
    yield { path: pathOf(file), content: () => readObject(repository, file) };
  }
  for (const { id, name } of await listOpenParts(db, subject)) {
    const path = `files/unfinished/${id.slice(0, 8)}-${name.replaceAll(unsafe, '_')}`;
    const bytes = repository.parts.read(id);
    if (bytes) yield { path, content: () => bytes };
  }
  // Last, because only now it is known which files there are.
  yield { path: 'index.html', content: () => [exportIndex(names, language)] };
}

/** Characters that a path of an archive must not contain, or that some systems do not store. */
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\\/:*?"<>|]/g;

function pathOf({ upload, name, key }: PersonFile): string {
  // Two files of an upload may differ only in characters that are replaced.
  return `files/${upload}/${key.split('/').at(-1)?.slice(0, 8) ?? ''}-${name.replaceAll(unsafe, '_')}`;
}

async function* readObject({ files }: RepositoryContext, { key }: PersonFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of await files.read(key)) yield piece as Uint8Array;
  } catch (error) {
    // The file stays empty. It may have been removed since it was listed.
    if (!(error instanceof ObjectNotFound)) throw error;
  }
}

/** Records as a JSON list, each from a line of its own on. */
async function* inLines(records: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const record of records) {
    yield separator + JSON.stringify(record, null, 2);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
