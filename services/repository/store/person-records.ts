import { sql } from 'drizzle-orm';

import type { Queryable } from './database';

/** A row with what is kept in it, by column. */
export type PersonRecord = Record<string, unknown>;

/** Columns with secrets, or that only the program needs. */
const leftOut = /(^|_)(hash|token)$|^(generation|object_key|known_revision|compared|before)$/;

/** Columns that say who changed or answered something of others. Only these columns of its row are about the person. */
const partly: Record<string, readonly string[]> = {
  'studies.saved_by': ['id', 'saved_at'],
  'source_tables.mapped_by': ['id', 'mapped_at'],
  'source_tables.commented_by': ['id', 'commented_at'],
  'withdrawals.removal_asked_by': ['upload', 'removal_reason', 'removal_asked_at'],
  'change_requests.expert': ['upload', 'panel', 'points', 'requested_at', 'closed_at'],
};

/** Columns that name a person to whom or by whom something of somebody else's was done. */
const ofOthers = ['review_notes.addressee', 'panel_seats.invited_by'];

/** Characters of the records that are read at a time, so that a person with many does not fill the memory. */
const pageCharacters = 1_000_000;
/** Rows of which the length is measured for that. */
const pageRows = 100;

interface Row {
  [column: string]: unknown;
  record: PersonRecord;
}

/** A table with the columns that refer to people, and its primary key if it has one. */
interface Reference {
  [column: string]: unknown;
  table: string;
  columns: string[];
  key: string[] | null;
}

/**
 * Every row of the repository that refers to a person, by table, also of tables that are added later. Whom else a row
 * refers to is left out, and so are secrets. Rows are read while they are asked for.
 */
export async function* listPersonRecords(
  db: Queryable,
  subject: string,
): AsyncGenerator<{ table: string; records: AsyncIterable<PersonRecord> }> {
  const { rows: references } = await db.execute<Reference>(sql`
    select relname as "table", array_agg(attname::text order by attname) as "columns",
      (select array_agg(part.attname::text order by part.attnum) from pg_index as i
        join pg_attribute as part on part.attrelid = i.indrelid and part.attnum = any(i.indkey)
        where i.indrelid = conrelid and i.indisprimary) as key
    from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'repository.people'::regclass
    group by conrelid, relname order by relname`);
  for (const reference of [{ table: 'people', columns: ['subject'], key: ['subject'] }, ...references]) {
    const records = readRecords(db, subject, reference);
    const first = await records.next();
    if (!first.done) yield { table: reference.table, records: continued(first.value, records) };
  }
}

async function* continued<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* readRecords(db: Queryable, subject: string, reference: Reference): AsyncGenerator<PersonRecord> {
  const { table, columns } = reference;
  const own = columns.filter((column) => !ofOthers.includes(`${table}.${column}`));
  if (own.length === 0) return;
  let last: PersonRecord | null = null;
  do {
    const rows: PersonRecord[] = await readPage(db, subject, { ...reference, own, last });
    for (const row of rows) {
      const matching = own.filter((column) => row[column] === subject);
      const shown = matching.map((column) => partly[`${table}.${column}`]);
      yield* withoutRepeated(shown.map((names) => withoutOthers(row, { subject, columns, shown: names })));
    }
    last = rows.at(-1) ?? null;
  } while (last !== null && reference.key !== null);
}

/** The next rows after `last`, in the order of the primary key; all of a table without one, which has few of a person. */
async function readPage(
  db: Queryable,
  subject: string,
  { table, own, key, last }: Reference & { own: string[]; last: PersonRecord | null },
): Promise<PersonRecord[]> {
  const from = sql.raw(`repository."${table}"`);
  const named = sql.join(
    own.map((column) => sql`one.${sql.raw(`"${column}"`)} = ${subject}`),
    sql` or `,
  );
  if (key === null) {
    const { rows } = await db.execute<Row>(sql`select to_jsonb(one) as record from ${from} as one where ${named}`);
    return rows.map(({ record }) => record);
  }
  const keys = sql.raw(key.map((column) => `one."${column}"`).join(', '));
  const reached = JSON.stringify(last && Object.fromEntries(key.map((column) => [column, last[column]])));
  const after = sql`(${keys}) > (select ${keys} from jsonb_populate_record(null::${from}, ${reached}) as one)`;
  // The offset lets the person's rows be found by their indexes; rows of everybody would be read in order otherwise.
  const { rows } = await db.execute<Row>(sql`
    select record from (
      select to_jsonb(one) as record, coalesce(sum(length(to_jsonb(one)::text))
        over (order by ${keys} rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select * from (select * from ${from} as one where ${named} offset 0) as one
        where ${last ? after : sql`true`} order by ${keys} limit ${pageRows}
      ) as one
    ) as measured where before < ${pageCharacters} order by before`);
  return rows.map(({ record }) => record);
}

function withoutOthers(
  record: PersonRecord,
  { subject, columns, shown }: { subject: string; columns: readonly string[]; shown: readonly string[] | undefined },
): PersonRecord {
  const entries = Object.entries(record).filter(([column]) => !leftOut.test(column));
  const kept = shown ? entries.filter(([column]) => shown.includes(column)) : entries;
  return Object.fromEntries(kept.filter(([column, value]) => !columns.includes(column) || value === subject));
}

/** A row may refer to the person in several columns. */
function withoutRepeated(records: PersonRecord[]): PersonRecord[] {
  const seen = new Map(records.map((record) => [JSON.stringify(record), record]));
  return [...seen.values()];
}

/** A file of the person's, in the store of objects. */
export interface PersonFile {
  [column: string]: unknown;
  upload: number;
  name: string;
  key: string;
}

/** Original files and documents of the person's own uploads that are still there, in the order of the uploads. */
export async function listPersonFiles(db: Queryable, subject: string): Promise<PersonFile[]> {
  const { rows } = await db.execute<PersonFile>(sql`
    select u.number as upload, f.name, f.object_key as key from repository.uploads as u
    join repository.files as f on f.upload = u.number
    where u.owner = ${subject} and u.deleted_at is null and f.version_state <> 'replaced' and f.object_key <> ''
    union all
    select u.number, d.name, d.object_key from repository.uploads as u
    join repository.documents as d on d.upload = u.number
    where u.owner = ${subject} and u.deleted_at is null
    order by 1, 2`);
  return rows;
}

/** What belongs to the person's own uploads: files, mapping, comments, letters, and answers to requests for changes. */
export async function* listOwnUploadRecords(db: Queryable, subject: string): AsyncGenerator<PersonRecord> {
  const { rows: own } = await db.execute<{ number: number }>(sql`
    select number from repository.uploads where owner = ${subject} order by number`);
  for (const { number } of own) {
    const { rows } = await db.execute<{ record: PersonRecord }>(describeUpload(number));
    yield* rows.map(({ record }) => record);
  }
}

const listOf = (members: string, from: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object(${sql.raw(members)})), '[]') from ${from})`;

function describeUpload(number: number) {
  const files = sql`repository.files as f where f.upload = ${number}`;
  const tables = sql`repository.files as f join repository.source_tables as t on t.file = f.id`;
  const mapping = sql`${tables} join repository.source_columns as c on c.table_id = t.id where f.upload = ${number}`;
  const comments = sql`${tables} join repository.problem_comments as p on p.table_id = t.id where f.upload = ${number}`;
  const requests = sql`repository.change_requests as r where r.upload = ${number}`;
  const links = sql`repository.private_links as l where l.upload = ${number}`;
  const documents = sql`repository.documents as d where d.upload = ${number}`;
  return sql`select jsonb_build_object(
    'upload', ${number}::int,
    'files', ${listOf("'name', f.name, 'bytes', f.bytes, 'sha256', f.sha256, 'received_at', f.received_at", files)},
    'documents', ${listOf("'name', d.name, 'bytes', d.bytes, 'received_at', d.received_at", documents)},
    'mapping', ${listOf("'table', t.name, 'column', c.name, 'target', c.target_key, 'unit', c.target_unit", mapping)},
    'comments', ${listOf("'table', t.name, 'rule', p.rule, 'comment', p.comment, 'written_at', p.written_at", comments)},
    'requested_changes', ${listOf("'points', r.points, 'answers', r.answers, 'requested_at', r.requested_at", requests)},
    'private_links', ${listOf("'label', l.label, 'until', l.until, 'made_at', l.made_at, 'uses', l.uses", links)},
    'letter', (select text from repository.decision_letters where upload = ${number} and sent_at is not null),
    'doi', (select doi from repository.dois where upload = ${number})) as record`;
}
