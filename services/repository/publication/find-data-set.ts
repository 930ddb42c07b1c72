import { Refusal } from '@domain/error-codes';
import { publicEntries } from '@domain/metadata/entries';
import { motorTests } from '@domain/motor-tests';

import type { RepositoryContext } from '../context/context';
import { formFields } from '../metadata/schema';
import { type DataSetRecord, listDataSets } from '../store/data-set-records';
import type { Queryable } from '../store/database';
import { findDoi, findDoiSubject } from '../store/dois';
import { resolvingStates } from '../store/schema/editorial';
import { findAcceptedUpload } from '../store/published-data-sets';
import { listWithdrawn } from '../store/withdrawals';
import { searchRow } from './data-set-facts';

/**
 * An accepted data set whose data is not public yet, because of an embargo or a pending job. It is described only by
 * its metadata, like its DOI; null if there is none.
 */
export async function findAnnouncedDataSet(
  { db }: Pick<RepositoryContext, 'db'>,
  nr: number,
): Promise<DataSetRecord | null> {
  const number = await findAcceptedUpload(db, nr);
  const subject = number === null ? null : await findDoiSubject(db, number);
  if (number === null || !subject) return null;
  const { kind, decidedAt, createdAt, correctedAt } = subject.upload;
  const stored = subject.study.metadata;
  const metadata = publicEntries(formFields('en'), stored);
  const mapped = new Set(subject.targetKeys.map((key) => key.split('.')[0]));
  const publishedAt = decidedAt ?? createdAt;
  // Facts from the data are not shown before the data is public.
  const description = {
    exercises: motorTests.filter((test) => mapped.has(test)),
    years: [],
    ages: null,
    genders: [],
    postalAreas: [],
    persons: 0,
    cases: null,
    values: 0,
    results: {},
  };
  const known = await findDoi(db, number);
  const doi = known && resolvingStates.includes(known.state) ? known : null;
  return {
    nr,
    upload: number,
    kind,
    row: searchRow({ nr, kind, metadata, description, count: null, publishedAt }),
    metadata,
    publishedAt,
    correctedAt,
    doi: doi?.doi ?? null,
    registrar: doi?.registrar ?? null,
    datacite: doi?.attributes ?? null,
  };
}

/** Finds a published data set by its number; refuses with 'not-found' and 'data-set-withdrawn'. */
export async function findDataSet({ db }: Pick<RepositoryContext, 'db'>, nr: number): Promise<DataSetRecord> {
  const [record] = await listDataSets(db, [nr]);
  if (record) return record;
  await refuseWithdrawn(db, [nr]);
  throw new Refusal('not-found');
}

/**
 * Refuses a choice of data sets some of which are withdrawn: with 'data-sets-withdrawn', which names them, or a choice of one
 * with 'data-set-withdrawn'.
 */
export async function refuseWithdrawnOf(db: Queryable, chosen: readonly number[]): Promise<void> {
  if (chosen.length < 2) return refuseWithdrawn(db, [...chosen]);
  const numbers = [...(await listWithdrawn(db, [...chosen])).keys()].sort((a, b) => a - b);
  if (numbers.length > 0) throw new Refusal('data-sets-withdrawn', { numbers: numbers.join(', ') });
}

/** Refuses with 'data-set-withdrawn' if one of these data sets is withdrawn. */
export async function refuseWithdrawn(db: Queryable, numbers: number[]): Promise<void> {
  const [withdrawn] = await listWithdrawn(db, numbers);
  if (withdrawn) throw new Refusal('data-set-withdrawn', { nr: withdrawn[0] });
}
