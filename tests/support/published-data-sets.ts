import { randomUUID } from 'node:crypto';

import { sqlText } from '../../services/repository/context/table-engine';
import { dataSets, dois, people, publishedTables, studies, uploads } from '../../services/repository/store/schema';
import type { RepositoryContext } from '../../services/repository/context/context';
import { writeSearchDocuments } from '../../services/repository/search/search-documents';
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
  postalAreas?: string[];
  /** Words besides title and authors by which it can be found. */
  words?: string;
  /** Number of people. */
  count?: number;
  publishedAt?: Date;
  owner?: string;
  registrar?: 'local' | 'datacite';
  /** Metadata besides the title. */
  metadata?: MetadataEntry[];
  tables?: { name: string; select: string; columns: { key: string; unit: string; source: string }[] }[];
}

/** Writes a published data set straight into the store, for tests that only read. */
export async function publishForTest(repository: RepositoryContext, set: TestDataSet): Promise<void> {
  const { db } = repository;
  const { nr, title, authors = ['Muster, Eva'], kind = 'raw', owner = 'contributor' } = set;
  const [from, to] = set.years ?? [2019, 2019];
  await db
    .insert(people)
    .values({ subject: owner, name: owner, email: '', roles: [], seenAt: new Date() })
    .onConflictDoNothing();
  const [study] = await db.insert(studies).values({ owner, title }).returning();
  const metadata = [{ id: 2, name: 'Title', values: [title] }, ...(set.metadata ?? [])];
  const created = new Date(Date.UTC(2024, 0, nr));
  const [upload] = await db
    .insert(uploads)
    .values({ kind, owner, study: study!.id, status: 'Accepted', nr, createdAt: created, decidedAt: created })
    .returning();
  const number = upload!.number;
  await db.insert(dois).values({
    upload: number,
    doi: `10.5072/MT-${number}`,
    state: 'findable',
    registrar: set.registrar ?? 'local',
    attributes: {
      creators: authors.map((name) => {
        const [familyName = '', givenName = ''] = name.split(', ');
        return { name, familyName, givenName };
      }),
      titles: [{ title }],
      publicationYear: 2024,
      publisher: { name: 'Motothek' },
    },
    updatedAt: created,
  });
  const row = {
    nr,
    doi: '',
    doiUrl: '',
    doiIsTest: true,
    pubYears: formatYears([{ start: from, end: to }]),
    authors,
    titles: titlesOf(metadata).map(({ text }) => text),
    types: [kind.toUpperCase()],
    count: set.count ?? 3,
    genders: ['f', 'm'],
    ages: set.ages ? [{ start: set.ages[0], end: set.ages[1] }] : [],
    rights: set.rights ?? ['CC-BY 4.0'],
    exercises: set.exercises ?? [],
  };
  const { postalAreas = [], publishedAt = created } = set;
  await db.insert(dataSets).values({ nr, upload: number, publishedAt, row, metadata, postalAreas, values: 10 });
  const found = [
    { id: fieldIds.author, name: 'Author', values: authors.map((name) => name.replace(', ', '||')) },
    { id: fieldIds.keyword, name: 'Keyword', values: [set.words ?? ''] },
  ].filter(({ id }) => !metadata.some((entry) => entry.id === id));
  await db.transaction((tx) =>
    writeSearchDocuments(tx, [{ nr, row, metadata: [...metadata, ...found], postalAreas, publishedAt }]),
  );
  await publishTables(repository, set);
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
