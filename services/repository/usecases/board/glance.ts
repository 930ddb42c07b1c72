import type { GlanceContent, GlanceTable, SubmissionGlance } from '@domain/api/glance';
import { columnLetters } from '@domain/column-letters';
import type { MetadataEntry } from '@domain/api/metadata';
import type { Language } from '@domain/language';
import { shownValue } from '@domain/metadata/directives';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseName } from '@domain/metadata/storage-forms';
import { describedIn } from '@domain/metadata/text-language';
import { formatUploadId } from '@domain/upload-id';

import { mappedColumns } from '../../checks/checked-table';
import { findAllowedUpload, mayReadFile, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { mayJudge } from '../../corrections/judges';
import { findParts } from '../../corrections/lock-study';
import { listReviewedCorrections } from '../../corrections/public-corrections';
import { compareRequests } from '../../editorial/compare-requests';
import { orElse } from '../../files/read-objects';
import { formFields } from '../../metadata/schema';
import { listActs } from '../../store/board';
import type { Queryable } from '../../store/database';
import { listSourceColumns } from '../../store/mapping';
import { findProposal } from '../../store/metadata-corrections';
import { personOf } from '../../members/view-members';
import { findPeople } from '../../store/people';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';
import { describeUploadData } from '../../submission/describe-upload-data';
import { summariseTable } from '../../submission/summarise-table';
import { viewNewVersion } from '../../versions/view-version';

/** Maximum number of columns without a target that are named for a table. */
const namedColumns = 20;
/** Maximum time in which the ages in a table are read. Own estimate: the page is opened to read the rest of it. */
const timeoutMs = 2000;

/**
 * What an expert should know of a submission before they vote, with what changed since changes were requested. What the
 * file contains is left out once they may not read it. Refuses with 'forbidden', 'not-found', 'vote-own-upload' and
 * 'vote-named'.
 */
export async function glanceAtSubmission(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<SubmissionGlance> {
  const { db } = repository;
  const progress = await findAllowedUpload('glanceAtSubmission', actor, db, id);
  requireReviewer(actor, progress);
  const { upload, study, n } = progress;
  const { metadata } = study;
  const current = progress.members.filter(({ isCurrent }) => isCurrent);
  const coAuthors = [...new Set(current.map((member) => member.person))];
  const people = await findPeople(db, [upload.owner, ...coAuthors]);
  const readsFile = mayReadFile(actor, progress);
  const labels = (field: number) => labelsOf(progress, field, language);
  return {
    id: formatUploadId(upload.number, upload.kind),
    title: study.title,
    titleLanguage: describedIn(metadata),
    translatedTitle: firstValueOf(metadata, fieldIds.translatedTitle),
    contributor: personOf(people.get(upload.owner)),
    coAuthors: coAuthors.map((subject) => personOf(people.get(subject))),
    named: namedIn(metadata),
    boardNote: firstValueOf(metadata, fieldIds.boardNote),
    kind: upload.kind,
    n,
    licence: firstValueOf(metadata, fieldIds.licence),
    studyDesign: labels(fieldIds.studyDesign)[0] ?? '',
    batteries: labels(fieldIds.testBattery),
    content: readsFile ? await readContent(repository, progress, language) : null,
    rounds: await compareRequests(db, progress, { readsFile, language }),
    newVersion: await viewNewVersion(repository, progress, { readsFile, language }),
    corrections: await listReviewedCorrections(db, upload.number),
    hasProposal: await awaitsJudge(actor, db, progress),
  };
}

/** Whom the metadata names: what an expert has to know to say that they have no conflict of interest. */
function namedIn(metadata: readonly MetadataEntry[]): SubmissionGlance['named'] {
  const nested = (id: number, index: number) => nestedValuesOf(metadata, id, index);
  return {
    authors: valuesOf(metadata, fieldIds.author).map((stored, index) => ({
      name: writtenName(stored),
      affiliations: nested(fieldIds.affiliation, index),
    })),
    contacts: valuesOf(metadata, fieldIds.contactPerson).map((stored, index) => ({
      name: writtenName(stored),
      email: nested(fieldIds.contactEmail, index)[0] ?? '',
    })),
    contributors: valuesOf(metadata, fieldIds.contributor).map(writtenName),
  };
}

/** A stored name as 'Family, Given'. */
function writtenName(stored: string): string {
  const { family, given } = parseName(stored);
  return [family, given].filter((part) => part !== '').join(', ');
}

/** Whether the contributor confirmed, when they last submitted, that differing numbers of people are both right. */
async function arePersonsRight(db: Queryable, upload: number): Promise<boolean> {
  const last = (await listActs(db, upload)).findLast(({ entry }) => ['submitted', 'handed-in'].includes(entry.act));
  return last?.entry.content.arePersonsRight === true;
}

/** Whether a correction waits for consent that the actor may give. */
async function awaitsJudge(actor: Actor, db: Queryable, { upload, study }: UploadProgress): Promise<boolean> {
  const proposal = await findProposal(db, study.id);
  if (!proposal) return false;
  return mayJudge(actor, db, { study, ...(await findParts(db, upload.number)), changes: proposal.changes });
}

/** Values of a field in a language. */
function labelsOf({ study }: UploadProgress, id: number, language: Language): string[] {
  const field = formFields(language).find((one) => one.id === id);
  return valuesOf(study.metadata, id).map((value) => (field ? shownValue(field, value) : value));
}

async function readContent(
  repository: RepositoryContext,
  progress: UploadProgress,
  language: Language,
): Promise<GlanceContent> {
  const { db } = repository;
  const { upload, study, tables, dataTables, n } = progress;
  const facts = await orElse(null, describeUploadData(repository, progress, timeoutMs));
  const stated = firstValueOf(study.metadata, fieldIds.persons);
  const found = await Promise.all(dataTables.map((table) => glanceAtTable(repository, progress, table, language)));
  return {
    ages: facts?.ages ?? null,
    tests: [...new Set([...found.flatMap((one) => one.tests), ...(facts?.tests ?? [])])],
    persons: {
      stated: /^\d+$/.test(stated) ? Number(stated) : null,
      counted: facts ? facts.persons : n,
      areRight: await arePersonsRight(db, upload.number),
    },
    tables: found.map(({ table }) => table),
    tablesLeftOut: tables.flatMap(({ name, leftOut }) => (leftOut ? [{ name, reason: leftOut }] : [])),
  };
}

/** What is told of a table, and the motor tests to which its columns are mapped. */
async function glanceAtTable(
  { db }: RepositoryContext,
  { upload, study }: UploadProgress,
  table: TableProgress,
  language: Language,
): Promise<{ table: GlanceTable; tests: string[] }> {
  const { kind } = upload;
  const columns = await listSourceColumns(db, table.id);
  const targets = mappedColumns(kind, columns);
  const mapped = new Set(targets.map(({ position }) => position));
  const summary = await summariseTable(db, table, { kind, metadata: study.metadata }, language);
  const unmapped = columns
    .filter(({ position }) => !mapped.has(position))
    .slice(0, namedColumns)
    .map(({ position, name }) => ({ letters: columnLetters(position), column: name }));
  return { table: { ...summary, unmapped }, tests: targets.flatMap(({ target }) => target.test ?? []) };
}
