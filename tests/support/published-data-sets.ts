import { randomUUID } from 'node:crypto';

import { sqlText } from '../../services/repository/context/table-engine';
import { dataSets, dois, people, publishedTables, studies, uploads } from '../../services/repository/store/schema';
import type { RepositoryContext } from '../../services/repository/context/context';
import type { PublishedColumn } from '../../services/repository/publication/plan-publication';
import type { SearchSource } from '../../services/repository/search/describe-search-document';
import { setsOf } from '../../services/repository/harvest/sets';
import { writeSearchDocuments } from '../../services/repository/search/search-documents';
import type { Transaction } from '../../services/repository/store/database';
import { addRecords } from '../../services/repository/store/harvest';
import type { MetadataEntry } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';
import { titlesOf } from '@domain/metadata/text-language';
import { formatYears } from '@domain/search/ranges';

/** Properties of a data set that a test may set; the others have defaults. */
export interface TestDataSet {
  nr: number;
  title: string;
  authors?: string[];
  rights?: string[];
  kind?: 'raw' | 'agg';
  exercises?: string[];
  years?: [number, number];
  ages?: [number, number];
  /** Codes of the sexes of the people; 'f' and 'm' if not given. */
  sexes?: string[];
  postalAreas?: string[];
  /** Words besides title and authors by which it can be found. */
  words?: string;
  /** Number of people. */
  count?: number;
  publishedAt?: Date;
  owner?: string;
  registrar?: 'local' | 'datacite';
  /** Its DOI, if it is not that of its upload. */
  doi?: string;
  /** Metadata besides the title. */
  metadata?: MetadataEntry[];
  tables?: { name: string; select: string; columns: PublishedColumn[] }[];
}

/** Writes a published data set straight into the store, for tests that only read. */
export const publishForTest = (repository: RepositoryContext, set: TestDataSet): Promise<void> =>
  publishAllForTest(repository, [set]);

/** Writes many published data sets in one transaction. Those of one owner belong to one study each. */
export async function publishAllForTest(repository: RepositoryContext, sets: readonly TestDataSet[]): Promise<void> {
  await repository.db.transaction(async (tx) => {
    const owners = [...new Set(sets.map(ownerOf))];
    await tx
      .insert(people)
      .values(owners.map((owner) => ({ subject: owner, name: owner, email: '', roles: [], seenAt: new Date() })))
      .onConflictDoNothing();
    const sources = [];
    for (let at = 0; at < sets.length; at += batchSize)
      sources.push(...(await publish(tx, sets.slice(at, at + batchSize))));
    await writeSearchDocuments(tx, sources);
    await addRecords(
      tx,
      sources.map(({ nr, row }) => ({ nr, sets: setsOf(row) })),
    );
  });
  for (const set of sets) await publishTables(repository, set);
}

/** Data sets that are written with one statement. */
const batchSize = 500;
const ownerOf = ({ owner = 'contributor' }: TestDataSet): string => owner;
const createdAt = ({ nr }: TestDataSet): Date => new Date(Date.UTC(2024, 0, nr));

async function publish(tx: Transaction, sets: readonly TestDataSet[]): Promise<SearchSource[]> {
  const stored = await tx
    .insert(studies)
    .values(sets.map((set) => ({ owner: ownerOf(set), title: set.title })))
    .returning({ id: studies.id });
  const numbers = await tx
    .insert(uploads)
    .values(
      sets.map((set, at) => ({
        kind: set.kind ?? 'raw',
        owner: ownerOf(set),
        study: stored[at]!.id,
        status: 'Accepted' as const,
        nr: set.nr,
        createdAt: createdAt(set),
        decidedAt: createdAt(set),
      })),
    )
    .returning({ number: uploads.number, nr: uploads.nr });
  const uploadOf = new Map(numbers.map(({ nr, number }) => [nr, number]));
  await tx.insert(dois).values(sets.map((set) => doiOf(set, uploadOf.get(set.nr)!)));
  const written = sets.map((set) => ({
    ...sourceOf(set),
    postalAreas: set.postalAreas,
    upload: uploadOf.get(set.nr)!,
    values: 10,
  }));
  await tx.insert(dataSets).values(written);
  return sets.map(withFoundFields);
}

function doiOf(set: TestDataSet, upload: number) {
  return {
    upload,
    doi: set.doi ?? `10.5072/MT-${upload}`,
    state: 'findable' as const,
    registrar: set.registrar ?? ('local' as const),
    attributes: {
      creators: authorsOf(set).map((name) => {
        const [familyName = '', givenName = ''] = name.split(', ');
        return { name, familyName, givenName };
      }),
      titles: [{ title: set.title }],
      publicationYear: 2024,
      publisher: { name: 'Motothek' },
    },
    updatedAt: createdAt(set),
  };
}

const authorsOf = ({ authors = ['Muster, Eva'] }: TestDataSet): string[] => authors;

function sourceOf(set: TestDataSet): SearchSource {
  const { nr, title, kind = 'raw', postalAreas = [], publishedAt = createdAt(set) } = set;
  const [from, to] = set.years ?? [2019, 2019];
  const metadata = [{ id: fieldIds.title, name: 'Title', values: [title] }, ...(set.metadata ?? [])];
  const row = {
    nr,
    doi: '',
    doiUrl: '',
    doiIsTest: true,
    pubYears: formatYears([{ start: from, end: to }]),
    authors: authorsOf(set),
    titles: titlesOf(metadata).map(({ text }) => text),
    types: [kind.toUpperCase()],
    count: set.count ?? 3,
    genders: set.sexes ?? ['f', 'm'],
    ages: set.ages ? [{ start: set.ages[0], end: set.ages[1] }] : [],
    rights: set.rights ?? ['CC-BY 4.0'],
    exercises: set.exercises ?? [],
  };
  return { nr, row, metadata, postalAreas, publishedAt };
}

/** Authors and words are found without being part of the description, unless the metadata has them. */
function withFoundFields(set: TestDataSet): SearchSource {
  const source = sourceOf(set);
  const found = [
    { id: fieldIds.author, name: 'Author', values: authorsOf(set).map((name) => name.replace(', ', '||')) },
    { id: fieldIds.keyword, name: 'Keyword', values: [set.words ?? ''] },
  ].filter(({ id }) => !source.metadata.some((entry) => entry.id === id));
  return { ...source, metadata: [...source.metadata, ...found] };
}

async function publishTables({ db, files, tables }: RepositoryContext, set: TestDataSet): Promise<void> {
  for (const [position, table] of (set.tables ?? []).entries()) {
    const objectKey = `published/${randomUUID()}.parquet`;
    await files.writeLocal(objectKey, (file) =>
      tables.run(`copy (${table.select}) to ${sqlText(file)} (format parquet)`),
    );
    const [count] = await tables.all(`select count(*) as n from (${table.select})`);
    await db
      .insert(publishedTables)
      .values({
        nr: set.nr,
        position,
        name: table.name,
        rowCount: Number(count?.n),
        objectKey,
        columns: table.columns,
        withheld: [{ column: 'Remarks', reason: 'remark' }],
      });
  }
}
