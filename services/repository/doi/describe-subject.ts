import { documentMediaType } from '@domain/api/documents';
import type { DataciteAttributes } from '@domain/datacite';
import type { Bilingual } from '@domain/language';
import { localDay } from '@domain/local-time';
import { publicEntries } from '@domain/metadata/entries';
import { isMotorTest } from '@domain/motor-tests';

import type { RepositoryContext } from '../context/context';
import { formFields } from '../metadata/schema';
import type { Queryable } from '../store/database';
import { listDocuments } from '../store/documents';
import { type findDoiSubject, listAcceptedSiblings } from '../store/dois';
import { vocabulary } from '../vocabulary';
import { dataciteAttributes, type DoiFacts } from './datacite-attributes';
import type { StudySibling } from './datacite-terms';
import { findVersionPlace, recordOf } from './version-records';

export type DescribingContext = Pick<RepositoryContext, 'doi' | 'settings' | 'now'> & { db: Queryable };

/** What the store knows about an upload that gets a DOI. */
export type DoiSubject = NonNullable<Awaited<ReturnType<typeof findDoiSubject>>>;

/** DataCite attributes of an upload as they are now. */
export async function describeSubject(repository: DescribingContext, subject: DoiSubject): Promise<DataciteAttributes> {
  const siblings = await findSiblings(repository, subject);
  const versions = await findVersionPlace(repository, subject.upload);
  const documents = await listDocuments(repository.db, subject.upload.number);
  const documentTypes = documents.map(({ name }) => documentMediaType(name));
  return dataciteAttributes(
    factsOf(subject, { siblings, versions, documentTypes }, repository),
    repository.settings.origin,
  );
}

/** Accepted data sets of the same study, each with its DOI, or with its URL if it has only a test DOI. */
async function findSiblings(repository: DescribingContext, { upload }: DoiSubject): Promise<StudySibling[]> {
  const siblings = await listAcceptedSiblings(repository.db, upload);
  return siblings.map((sibling) => ({ kind: sibling.kind, ...recordOf(repository, sibling) }));
}

function factsOf(
  { upload, study, rows, targetKeys }: DoiSubject,
  related: Pick<DoiFacts, 'siblings' | 'versions' | 'documentTypes'>,
  repository: DescribingContext,
): DoiFacts {
  const day = (moment: Date | null) => moment && localDay(moment, repository.settings.timeZone);
  return {
    kind: upload.kind,
    nr: upload.nr,
    metadata: publicEntries(formFields('en'), study.metadata),
    tests: testNames(targetKeys),
    ...related,
    rows,
    submitted: day(upload.submittedAt),
    accepted: upload.status === 'Accepted' ? day(upload.decidedAt) : null,
    updated: day(upload.correctedAt),
    today: localDay(repository.now(), repository.settings.timeZone),
  };
}

/** Names of the motor tests of targets such as 'slj' or 'slj.mean', in the order of their icons. */
function testNames(targetKeys: string[]): Bilingual[] {
  const slugs = new Set(targetKeys.map((key) => key.split('.')[0] ?? '').filter(isMotorTest));
  return [...vocabulary.tests].flatMap(([slug, { long }]) => (slugs.has(slug) ? [long] : []));
}
