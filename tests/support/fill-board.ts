import { randomUUID } from 'node:crypto';

import type { PanelNumber } from '@domain/limits';
import type { UploadStatus } from '@domain/upload-status';

import type { Actor } from '../../services/repository/context/context';
import type { Database } from '../../services/repository/store/database';
import { recordPerson } from '../../services/repository/store/people';
import {
  files,
  panelSeats,
  sourceColumns,
  sourceTables,
  studies,
  uploads,
  votes,
} from '../../services/repository/store/schema';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';

/** A submission to store as the calls of contributors and experts leave it, with any combination of facts. */
export interface BoardCase {
  owner: Actor;
  status: UploadStatus;
  title: string;
  kind: 'raw' | 'agg';
  /** E-mail address of the contact person. */
  contact: string;
  submittedAt: Date;
  nr: number | null;
  n: number | null;
  tie: { rounds: number; at: Date | null };
  /** Holders of the panels that are taken, and their ratings if they have voted. */
  seats: { panel: PanelNumber; expert: Actor; accepted: boolean; dueAt: Date; rating: 1 | 2 | null }[];
  /** Keys of targets to which columns are mapped. */
  keys: string[];
}

const batch = 500;

async function insertAll<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) await insert(rows.slice(from, from + batch));
}

/** Stores submissions whose studies get the ids of their numbers, from `first` on. */
export async function fillBoard(db: Database, cases: readonly BoardCase[], first = 1): Promise<void> {
  const people = cases.flatMap(({ owner, seats }) => [owner, ...seats.map(({ expert }) => expert)]);
  for (const one of new Set(people)) await recordPerson(db, one, new Date());
  const all = cases.map((one, index) => ({ one, number: first + index, file: randomUUID() }));
  await insertAll(all, (some) => db.insert(studies).values(some.map(studyOf)));
  await insertAll(all, (some) => db.insert(uploads).values(some.map(uploadOf)));
  await insertAll(all, (some) => db.insert(files).values(some.map(fileOf)));
  await insertAll(all, (some) => db.insert(sourceTables).values(some.map(tableOf)));
  const columns = all.flatMap(({ one, number }) =>
    one.keys.map((key, position) => ({ table: number, position, name: `c${position}`, targetKey: key })),
  );
  await insertAll(columns, (some) => db.insert(sourceColumns).values(some));
  const seats = all.flatMap(({ one, number }) =>
    one.seats.map((seat) => ({ ...seat, upload: number, since: one.submittedAt })),
  );
  await insertAll(seats, (some) =>
    db
      .insert(panelSeats)
      .values(
        some.map(({ expert, accepted, since, ...seat }) => ({
          ...seat,
          since,
          expert: expert.subject,
          acceptedAt: accepted ? since : null,
        })),
      ),
  );
  const cast = seats.flatMap(({ rating, ...seat }) => (rating === null ? [] : [{ ...seat, rating }]));
  await insertAll(cast, (some) =>
    db.insert(votes).values(
      some.map(({ upload, panel, expert, rating, since }) => {
        return {
          upload,
          panel,
          rating,
          expert: expert.subject,
          note: '',
          version: 1,
          startedAt: since,
          endedAt: since,
        };
      }),
    ),
  );
}

interface Numbered {
  one: BoardCase;
  number: number;
  file: string;
}

function studyOf({ one, number }: Numbered): typeof studies.$inferInsert {
  const metadata = withEntries(completeMetadata(one.title), entry(3.1, [one.contact], [0]));
  const { owner, title } = one;
  return { id: number, owner: owner.subject, title, titleKey: title.toLowerCase(), metadata, savedAt: one.submittedAt };
}

function uploadOf({ one, number }: Numbered): typeof uploads.$inferInsert {
  const { owner, kind, status, nr, submittedAt, tie } = one;
  return {
    number,
    kind,
    owner: owner.subject,
    study: number,
    status,
    nr,
    createdAt: submittedAt,
    submittedAt,
    tieRounds: tie.rounds,
    tiedAt: tie.at,
  };
}

function fileOf({ one, number, file }: Numbered): typeof files.$inferInsert {
  return {
    id: file,
    upload: number,
    version: 1,
    name: `file-${number}.csv`,
    bytes: 20_000,
    sha256: file,
    objectKey: `originals/${file}`,
    state: 'ready',
    receivedAt: one.submittedAt,
  };
}

function tableOf({ one, number, file }: Numbered): typeof sourceTables.$inferInsert {
  return {
    id: number,
    file,
    position: 0,
    name: 'data',
    rowCount: 300,
    firstRow: 2,
    objectKey: `tables/${file}.parquet`,
    checkState: 'ready',
    n: one.n,
  };
}
