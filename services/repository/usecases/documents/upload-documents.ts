import { open } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

import {
  type DocumentComment,
  type Finding,
  documentMediaType,
  documentTypeOf,
  type UploadDocument,
} from '@domain/api/documents';
import { Refusal } from '@domain/error-codes';
import {
  commentError,
  maxCommentCharacters,
  maxDocumentBytes,
  maxDocuments,
  minCommentCharacters,
} from '@domain/limits';
import { outageRefusal } from '@domain/outage';
import { storableText } from '@domain/text';

import { findAllowedUpload, lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import { type ExaminedDocument, examineDocument } from '../../documents/examine-document';
import { orRefuse } from '../../files/read-objects';
import { lockRoom, openRoom, requireRoom, type Room } from '../../receiving/storage-room';
import { asRefusal, cleanName, type StagedFile, storeArriving } from '../../receiving/take-file';
import type { Transaction } from '../../store/database';
import {
  deleteDocuments,
  documentKeys,
  insertDocument,
  listDocuments as listStoredDocuments,
  saveFindings,
  type StoredDocument,
} from '../../store/documents';
import { listUnreferred } from '../../store/object-keys';
import type { FilePart } from '../uploads/receive-files';

/** Documents of an upload, with what was found in them. Refuses like every way to its file. */
export async function listDocuments(actor: Actor, { db }: RepositoryContext, id: string): Promise<UploadDocument[]> {
  const { upload } = await findAllowedUpload('listDocuments', actor, db, id);
  return (await listStoredDocuments(db, upload.number)).map(shownDocument);
}

function shownDocument({ id, name, bytes, sha256, receivedAt, ...document }: StoredDocument): UploadDocument {
  const { state, pages, emptyPages, findings } = document;
  const type = documentTypeOf(name) ?? 'txt';
  const received = receivedAt.toISOString();
  return { id, fileName: name, type, bytes, sha256, receivedAt: received, state, pages, emptyPages, findings };
}

/** A document of an upload as a stream. Refuses like `listDocuments`, and with 'not-found'. */
export async function openDocument(
  actor: Actor,
  { db, files }: RepositoryContext,
  { id, document }: { id: string; document: string },
): Promise<{ name: string; bytes: number; mediaType: string; content: Readable }> {
  const { upload } = await findAllowedUpload('openDocument', actor, db, id);
  const found = (await listStoredDocuments(db, upload.number)).find((one) => one.id === document);
  if (!found) throw new Refusal('not-found');
  const { name, bytes, objectKey } = found;
  return {
    name,
    bytes,
    mediaType: documentMediaType(name),
    content: await orRefuse('not-found', files.read(objectKey)),
  };
}

type Examined = StagedFile & ExaminedDocument;

/**
 * Takes documents for an upload of the actor and looks for personal data in them. One with the name of another one
 * replaces it. If one is refused, none is taken. Refuses with 'not-found', 'upload-submitted', 'file-missing',
 * 'file-incomplete', 'document-type', 'document-too-large', 'document-empty', 'document-not-text', 'document-not-pdf',
 * 'document-damaged', 'too-many-documents', and like `requireRoom`. The signal ends it when the client has left.
 */
export async function addDocuments(
  actor: Actor,
  repository: RepositoryContext,
  { id, parts, signal }: { id: string; parts: AsyncIterable<FilePart>; signal: AbortSignal },
): Promise<UploadDocument[]> {
  const { db, files } = repository;
  const { owner, number } = (await findAllowedUpload('addDocuments', actor, db, id)).upload;
  // Which of them are replaced decides the transaction, which measures the room again.
  const replaced = sumOf(await listStoredDocuments(db, number));
  using room = await openRoom(repository, { owner, by: actor.subject }, { replaced });
  const staged: Examined[] = [];
  const loose: string[] = [];
  try {
    for await (const { name, stream } of parts) {
      if (staged.length >= maxDocuments) throw new Refusal('too-many-documents', { max: maxDocuments });
      const from = { account: actor.subject, signal };
      staged.push(await takeDocument(repository, { name: documentName(name), stream, room }, from, loose));
    }
    if (staged.length === 0) throw new Refusal('file-missing');
    const unused = await db.transaction(async (tx) => {
      await lockRoom(tx, repository, owner);
      return keepDocuments(tx, actor, repository, { id, staged });
    });
    await removeObjects(files, unused);
  } catch (error) {
    // After any other error the transaction may have been committed.
    if (error instanceof Refusal) await removeObjects(files, loose);
    throw error;
  }
  return listDocuments(actor, repository, id);
}

function sumOf(documents: readonly { bytes: number }[]): number {
  return documents.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Names of devices, which Windows does not take for files, whatever follows the first dot
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=\s*\.)/i;

/** A name that every file system and the list of sums in a package can hold. Refuses with 'document-type'. */
function documentName(posted: string): string {
  const name = cleanName(posted)
    .replace(/[<>:"|?*%]/g, '_')
    .replace(/^[. ]+/, '')
    .replace(deviceName, '$&_');
  if (documentTypeOf(name) === null) throw new Refusal('document-type', { name: cleanName(posted) });
  return name;
}

async function takeDocument(
  repository: RepositoryContext,
  { name, stream, room }: FilePart & { room: Room },
  from: { account: string; signal: AbortSignal },
  loose: string[],
): Promise<Examined> {
  const { files } = repository;
  const type = documentTypeOf(name) ?? 'txt';
  const id = randomUUID();
  const objectKey = `originals/${id}`;
  const limit = { max: maxDocumentBytes, refusal: new Refusal('document-too-large', { name, max: maxDocumentBytes }) };
  const arriving = { objectKey, name, stream, room, limit };
  const { bytes, sha256 } = await storeArriving(files, arriving).catch((error: unknown) => {
    if (stream.errored) throw new Refusal('file-incomplete', { name });
    throw asRefusal(error);
  });
  loose.push(objectKey);
  if (bytes === 0) throw new Refusal('document-empty', { name });
  await using local = await files.openLocal(objectKey);
  if (type === 'pdf' && !(await beginsAsPdf(local.path))) throw new Refusal('document-not-pdf', { name });
  const examined = await examineDocument(repository, { path: local.path, name, type }, from).catch((error: unknown) => {
    if (from.signal.aborted) throw new Refusal('file-incomplete', { name });
    const refusal = outageRefusal(error);
    throw refusal ? Object.assign(refusal, { cause: error }) : error;
  });
  return { id, name, objectKey, bytes, sha256, ...examined };
}

/** Bytes in which readers look for the sign of a pdf (ISO 32000-1, annex H.3, note 13). */
const signWithin = 1024;

async function beginsAsPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signWithin), 0, signWithin, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } finally {
    await file.close();
  }
}

/** Returns the keys of objects that are no longer needed. The room of the owner is locked. */
async function keepDocuments(
  tx: Transaction,
  actor: Actor,
  repository: RepositoryContext,
  { id, staged }: { id: string; staged: readonly Examined[] },
): Promise<string[]> {
  const { upload } = await lockAllowedUpload('addDocuments', actor, tx, id);
  const present = await listStoredDocuments(tx, upload.number);
  const keys = await documentKeys(
    tx,
    [...staged, ...present].map(({ name }) => name),
  );
  const keyOf = ({ name }: { name: string }) => keys.get(name) ?? name;
  const named = new Map(staged.map((document) => [keyOf(document), document]));
  const replaced = present.filter((document) => named.has(keyOf(document)));
  if (present.length - replaced.length + named.size > maxDocuments) {
    throw new Refusal('too-many-documents', { max: maxDocuments });
  }
  const unused = await deleteDocuments(
    tx,
    upload.number,
    replaced.map(({ id: document }) => document),
  );
  const { name = '' } = staged.at(-1) ?? {};
  const added = { name, bytes: sumOf([...named.values()]) };
  await requireRoom(tx, repository, { owner: upload.owner, by: actor.subject, ...added });
  for (const [key, document] of named) {
    const former = replaced.find((one) => keyOf(one) === key);
    const findings = withComments(document.findings, former?.findings ?? []);
    await insertDocument(tx, { ...document, findings, upload: upload.number, receivedAt: repository.now() });
  }
  const doubled = staged.filter((document) => named.get(keyOf(document)) !== document);
  return listUnreferred(tx, [...unused, ...doubled.map(({ objectKey }) => objectKey)]);
}

/** Comments on the same places stay. */
function withComments(findings: readonly Finding[], former: readonly Finding[]): Finding[] {
  const places = ({ kind, count, places: list }: Finding) =>
    JSON.stringify([kind, count, list.map(({ text }) => text)]);
  return findings.map((finding) => {
    const same = former.find((one) => places(one) === places(finding));
    return { ...finding, comment: same?.comment ?? null };
  });
}

/** Removes a document of an upload. Refuses with 'not-found' and 'upload-submitted'. */
export async function removeDocument(
  actor: Actor,
  { db, files }: RepositoryContext,
  { id, document }: { id: string; document: string },
): Promise<void> {
  const unused = await db.transaction(async (tx) => {
    const { upload } = await lockAllowedUpload('removeDocument', actor, tx, id);
    const keys = await deleteDocuments(tx, upload.number, [document]);
    if (keys.length === 0) throw new Refusal('not-found');
    return listUnreferred(tx, keys);
  });
  await removeObjects(files, unused);
}

/**
 * Saves what the contributor says about findings. An empty comment takes the former one back. Refuses with 'not-found',
 * 'upload-submitted', 'comment-too-short', 'comment-too-long' and, if a document was replaced in the meantime,
 * 'no-such-finding'.
 */
export async function explainFindings(
  actor: Actor,
  repository: RepositoryContext,
  { id, comments }: { id: string; comments: readonly DocumentComment[] },
): Promise<UploadDocument[]> {
  await repository.db.transaction(async (tx) => {
    const { upload } = await lockAllowedUpload('explainFindings', actor, tx, id);
    const present = new Map((await listStoredDocuments(tx, upload.number)).map((document) => [document.id, document]));
    for (const { document, kind, comment } of comments) {
      const found = present.get(document);
      if (!found?.findings.some((finding) => finding.kind === kind)) throw new Refusal('no-such-finding');
      const error = commentError(comment);
      if (error) throw new Refusal(error, { cell: found.name, min: minCommentCharacters, max: maxCommentCharacters });
      const text = storableText(comment).trim();
      found.findings = found.findings.map((finding) =>
        finding.kind === kind ? { ...finding, comment: text === '' ? null : text } : finding,
      );
      await saveFindings(tx, document, found.findings);
    }
  });
  return listDocuments(actor, repository, id);
}
