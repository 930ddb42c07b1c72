import { type SQL, sql } from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';

import { mayWait } from './board-list';
import type { Queryable } from './database';
import { memberSubjects } from './members';
import { studies, studyMembers, uploads } from './schema';
import { isUnread } from './schema/uploads';

/** An upload with those fields of its metadata that name people. */
export interface NamedPeople {
  number: number;
  owner: string;
  /** Subjects of all with whom it is shared, or was. */
  members: string[];
  metadata: MetadataEntry[];
  /** The same entries whenever it was submitted. */
  formerly: MetadataEntry[][];
}

/** The fields that name people come before the abstract. The others are long. */
const peopleFields = `$[*] ? (@.id < ${fieldIds.abstract})`;
const named = sql`u.number, u.owner, ${memberSubjects} as members, jsonb_path_query_array(st.metadata, ${peopleFields}::jsonpath) as metadata,
  st.formerly_named as formerly`;

/** Who may be a party: `marks` are all that may name them (`accountMarks`). */
export interface PossibleParty {
  subject: string;
  marks: readonly string[];
}

/**
 * Uploads that are somebody's own, are or were shared with them, or have one of their marks; with `isOpen` only those that
 * may wait for the board. Others of the same name are among them, and studies whose marks are yet to be made.
 */
export async function listPossibleParties(
  db: Queryable,
  party: PossibleParty,
  { isOpen }: { isOpen: boolean },
): Promise<NamedPeople[]> {
  const { rows } = await db.execute<{ [Name in keyof NamedPeople]: NamedPeople[Name] }>(sql`
    select ${named} from ${uploads} as u join ${studies} as st on st.id = u.study
    where u.number = any(array(${possible(party, { isOpen })})) ${isOpen ? sql`and ${mayWait}` : sql``}`);
  return rows;
}

/**
 * Their numbers. Each part is found by its own index. Right after an upgrade all studies are unread, so those of the few
 * that may wait are looked at where the others make no difference.
 */
function possible({ subject, marks }: PossibleParty, { isOpen }: { isOpen: boolean }): SQL {
  const amongOpen = isOpen ? sql`and id = any(array(select u.study from ${uploads} as u where ${mayWait}))` : sql``;
  const shared = sql`from ${studyMembers} where person = ${subject} and accepted_at is not null`;
  return sql`
    select number from ${uploads} where owner = ${subject}
    union all select upload ${shared} and upload is not null
    union all select number from ${uploads} where study = any(array(
      select study ${shared} and study is not null
      union all select id from ${studies} where named_marks && ${sql.param([...marks])}::text[]
      union all select id from ${studies} where ${isUnread} ${amongOpen}))`;
}
