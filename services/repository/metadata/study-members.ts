import { Refusal } from '@domain/error-codes';
import { maxTemplateNameCharacters, maxTemplates } from '@domain/limits';
import { templateEntries } from '@domain/metadata/entries';
import { formatUploadId, parseUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import { listAllowedRows, type OwnerUseCase } from '../context/access';
import type { Actor } from '../context/context';
import { RetryTransaction, type Transaction } from '../store/database';
import { lockStudies, lockTemplates, lockUploads } from '../store/locks';
import {
  createStudy,
  listLeftStudies,
  listMetadata,
  listStudySiblings,
  listStudyUploads,
  moveUploads,
  releaseTitle,
  saveEntries,
  type UploadRow,
} from '../store/studies';
import { listTemplates, replaceTemplates } from '../store/templates';

/**
 * Locks the given uploads and those that share their studies, so that none of them is submitted, joins or leaves in the
 * meantime. Refuses unless the policy lets the actor use all given uploads, and all belong to one person.
 */
export async function lockWithSiblings(
  useCase: OwnerUseCase,
  actor: Actor,
  tx: Transaction,
  ids: string[],
): Promise<UploadRow[]> {
  const wanted = [...new Set(ids)];
  const numbers = wanted.flatMap((id) => parseUploadId(id)?.number ?? []);
  const siblings = await listStudySiblings(tx, numbers);
  const rows = await lockUploads(tx, siblings);
  const named = rows.filter(({ number, kind }) => wanted.includes(formatUploadId(number, kind)));
  const own = await listAllowedRows(useCase, actor, tx, named);
  if (own.length === 0) throw new Refusal('not-found');
  // A co-author cannot bring uploads of different people together.
  if (own.length < wanted.length || new Set(own.map(({ owner }) => owner)).size > 1) {
    throw new Refusal('not-same-owner');
  }
  // An upload that has joined in the meantime cannot be locked in the order of numbers any more.
  const siblingsNow = await listStudySiblings(tx, numbers);
  if (siblingsNow.some((number) => !siblings.includes(number))) throw new RetryTransaction();
  return own;
}

/**
 * Brings uploads together in the study of the first one and returns it. Refuses with 'upload-submitted' if the study
 * is under review. If one of its uploads was rejected, the study and its metadata stay with that one, and the others
 * get a new study.
 */
export async function joinStudy(tx: Transaction, own: UploadRow[]): Promise<number> {
  const before = [...new Set(own.map(({ study }) => study))];
  await lockStudies(tx, before);
  const first = before[0] ?? 0;
  const others = (await listStudyUploads(tx, first)).filter(
    ({ number }) => !own.some((upload) => upload.number === number),
  );
  const closed = others.filter(({ status }) => !statusRules[status].editable);
  if (closed.some(({ status }) => status !== 'Rejected')) throw new Refusal('upload-submitted');

  const owner = own[0]?.owner ?? '';
  const study = closed.length > 0 ? await createStudy(tx, owner) : first;
  const movers = [...own, ...others.filter(({ status }) => statusRules[status].editable)];
  const moved = movers.filter((upload) => upload.study !== study).map(({ number }) => number);
  if (moved.length > 0) await moveUploads(tx, moved, study);
  const former = before.filter((id) => id !== study);
  for (const left of former) await releaseTitle(tx, left);
  await keepReplaced(tx, owner, former);
  return study;
}

/**
 * Moves the locked uploads in `detach` out of their shared studies, each into a study of its own. They keep a copy of
 * the entries without the title, as unsaved metadata. Returns all given uploads with their current studies.
 */
export async function detachFromStudy(
  tx: Transaction,
  own: UploadRow[],
  detach: readonly string[],
): Promise<UploadRow[]> {
  const moved: UploadRow[] = [];
  for (const upload of own) {
    const leaves = detach.includes(formatUploadId(upload.number, upload.kind));
    moved.push(leaves ? { ...upload, study: await moveToOwnStudy(tx, upload) } : upload);
  }
  return moved;
}

async function moveToOwnStudy(tx: Transaction, { number, study, owner }: UploadRow): Promise<number> {
  await lockStudies(tx, [study]);
  if ((await listStudyUploads(tx, study)).length < 2) return study;
  const metadata = (await listMetadata(tx, [number])).get(number) ?? [];
  const alone = await createStudy(tx, owner);
  await moveUploads(tx, [number], alone);
  await saveEntries(tx, alone, templateEntries(metadata));
  await releaseTitle(tx, study);
  return alone;
}

/**
 * Keeps the saved metadata of studies that have no uploads left as templates of their owner, named after their titles,
 * up to the number of templates a user may have.
 */
export async function keepReplaced(tx: Transaction, owner: string, studies: number[]): Promise<void> {
  const left = await listLeftStudies(tx, studies);
  if (left.length === 0) return;
  await lockTemplates(tx, owner);
  const templates = await listTemplates(tx, owner, 'metadata');
  for (const { title, metadata } of left) {
    const entries = templateEntries(metadata);
    if (entries.length === 0 || templates.length >= maxTemplates) continue;
    const names = templates.map(({ name }) => name);
    templates.push({ name: freeName(title ?? '', names), entries });
  }
  await replaceTemplates(tx, owner, 'metadata', templates);
}

/** A name that no other template has, such as 'Title (2)'. */
function freeName(title: string, names: string[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = title.slice(0, maxTemplateNameCharacters - suffix.length).trim() + suffix;
    if (!names.includes(name)) return name;
  }
}
