import type { DataciteAttributes } from '@domain/datacite';
import type { Bilingual } from '@domain/language';
import { localDay } from '@domain/local-time';
import { publicEntries } from '@domain/metadata/entries';
import { isMotorTest } from '@domain/motor-tests';

import type { RepositoryContext } from '../context/context';
import { formFields } from '../metadata/schema';
import { type findDoiSubject, listAcceptedSiblings } from '../store/dois';
import { vocabulary } from '../vocabulary';
import { dataciteAttributes, type DoiFacts } from './datacite-attributes';
import type { StudySibling } from './datacite-terms';

type DescribingContext = Pick<RepositoryContext, 'db' | 'doi' | 'settings' | 'now'>;

/** What the store knows about an upload that gets a DOI. */
export type DoiSubject = NonNullable<Awaited<ReturnType<typeof findDoiSubject>>>;

/** DataCite attributes of an upload as they are now. */
export async function describeSubject(repository: DescribingContext, subject: DoiSubject): Promise<DataciteAttributes> {
  const siblings = await findSiblings(repository, subject);
  return dataciteAttributes(factsOf(subject, siblings, repository), repository.settings.origin);
}

/** Accepted data sets of the same study, each with its DOI, or with its URL if it has only a test DOI. */
async function findSiblings({ db, doi, settings }: DescribingContext, { upload }: DoiSubject): Promise<StudySibling[]> {
  const siblings = await listAcceptedSiblings(db, upload);
  return siblings.map(({ number, kind, nr, doi: known }) => {
    // Of two uploads accepted at once, one may have no row yet, but its DOI is already known.
    const name = (known?.registrar ?? doi.kind) === 'datacite' ? (known?.doi ?? doi.doiOf(number)) : null;
    return name === null
      ? { kind, identifier: `${settings.origin}/data-set/${nr}`, type: 'URL' }
      : { kind, identifier: name, type: 'DOI' };
  });
}

function factsOf(
  { upload, study, bytes, rows, targetKeys }: DoiSubject,
  siblings: StudySibling[],
  repository: DescribingContext,
): DoiFacts {
  const day = (moment: Date | null) => moment && localDay(moment, repository.settings.timeZone);
  return {
    kind: upload.kind,
    nr: upload.nr,
    metadata: publicEntries(formFields('en'), study.metadata),
    tests: testNames(targetKeys),
    siblings,
    bytes,
    rows,
    submitted: day(upload.submittedAt),
    accepted: upload.status === 'Accepted' ? day(upload.decidedAt) : null,
    today: localDay(repository.now(), repository.settings.timeZone),
  };
}

/** Names of the motor tests of targets such as 'slj' or 'slj.mean', in the order of their icons. */
function testNames(targetKeys: string[]): Bilingual[] {
  const slugs = new Set(targetKeys.map((key) => key.split('.')[0] ?? '').filter(isMotorTest));
  return [...vocabulary.tests].flatMap(([slug, { long }]) => (slugs.has(slug) ? [long] : []));
}
