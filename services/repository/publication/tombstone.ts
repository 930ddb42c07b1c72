import { MetadataEntrySchema } from '@domain/api/metadata';
import { DataciteAttributesSchema } from '@domain/datacite';
import type { Withdrawn } from '@domain/life/withdrawal';
import { localDay } from '@domain/local-time';
import { fieldIds } from '@domain/metadata/field-ids';

import type { RepositoryContext } from '../context/context';
import { reduceToTombstone } from '../doi/withdrawn-attributes';
import { type DataSetRecord, listWithdrawnRecords } from '../store/data-set-records';
import { listWithdrawn, type WithdrawnDataSet } from '../store/withdrawals';
import { findAnnouncedDataSet } from './find-data-set';

/** What is left of a withdrawn data set for everybody: who made it, its title, year and DOI, and why it was withdrawn. */
export interface Tombstone {
  record: DataSetRecord;
  withdrawn: Withdrawn;
}

type TombstoneContext = Pick<RepositoryContext, 'db' | 'settings'>;

/** The tombstone of a data set, whether or not its data had been public; null unless it is withdrawn. */
export async function findTombstone(repository: TombstoneContext, nr: number): Promise<Tombstone | null> {
  const [known, [published]] = await Promise.all([
    listWithdrawn(repository.db, [nr]),
    listWithdrawnRecords(repository.db, [nr]),
  ]);
  const found = known.get(nr);
  const record = found && (published ?? (await findAnnouncedDataSet(repository, nr)));
  return record ? tombstoneOf(repository, record, found) : null;
}

/** Tombstones of those of these data sets that were public and are withdrawn, by number. */
export async function listTombstones(repository: TombstoneContext, numbers: number[]): Promise<Map<number, Tombstone>> {
  const known = await listWithdrawn(repository.db, numbers);
  const records = await listWithdrawnRecords(repository.db, [...known.keys()]);
  return new Map(records.map((record) => [record.nr, tombstoneOf(repository, record, known.get(record.nr)!)]));
}

function tombstoneOf({ settings }: TombstoneContext, record: DataSetRecord, found: WithdrawnDataSet): Tombstone {
  const withdrawn = viewWithdrawn(settings, found);
  const attributes = DataciteAttributesSchema.safeParse(record.datacite);
  const entries = MetadataEntrySchema.array().parse(record.metadata);
  return {
    withdrawn,
    record: {
      ...record,
      row: { ...record.row, pubYears: [], count: null, genders: [], ages: [], exercises: [] },
      metadata: entries.filter(({ id }) => fieldsLeft.includes(id)),
      datacite: attributes.success ? reduceToTombstone(attributes.data, withdrawn) : null,
    },
  };
}

/** The day and reason of a withdrawal as everybody may read them. */
export function viewWithdrawn({ timeZone }: { timeZone: string }, { at, reason }: WithdrawnDataSet): Withdrawn {
  return { date: localDay(at, timeZone), reason };
}

/** Fields of the metadata that tell who made a data set and what it is called. */
const fieldsLeft: readonly number[] = [
  fieldIds.author,
  fieldIds.orcid,
  fieldIds.affiliation,
  fieldIds.title,
  fieldIds.translatedTitle,
  fieldIds.abstractLanguage,
  fieldIds.version,
];
