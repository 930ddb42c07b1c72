import type pg from 'pg';

/** A statement as it was sent. */
export interface Statement {
  text: string;
  values?: unknown[];
}

/** A part of a plan that read many rows of a table. */
export interface LongScan {
  table: string;
  /** Of the plan: 'Seq Scan', 'Index Only Scan' … */
  how: string;
  /** Rows that it looked at, whether or not it needed them. */
  rows: number;
  statement: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** All that may read a table. An insert of values reads none, and would fail the second time. */
const explainable = /^\s*(?:\(?\s*select|with|insert(?!.*\bvalues\b)|update|delete)\b/is;

/** Lets small tables be read as large ones are: by an index wherever there is one. */
const asIfLarge = ['enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off', 'random_page_cost = 1'];

/**
 * Runs statements again, without effect, and returns the parts of their plans that read more than `most` rows of a table.
 * This holds for each way to read a table: a sequential scan, and an index from its beginning to its end.
 */
export async function findLongScans(
  pool: pg.Pool,
  statements: readonly Statement[],
  most: number,
): Promise<LongScan[]> {
  const distinct = new Map(statements.map((each) => [each.text, each]));
  const found: LongScan[] = [];
  const client = await pool.connect();
  try {
    for (const { text, values } of distinct.values()) {
      if (!explainable.test(text)) continue;
      await client.query('begin');
      for (const setting of asIfLarge) await client.query(`set local ${setting}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, verbose, timing off, format json) ${text}`,
        values,
      );
      await client.query('rollback');
      found.push(...scansOf(rows[0]!['QUERY PLAN'][0].Plan, text).filter(({ rows: read }) => read > most));
    }
  } finally {
    client.release(true);
  }
  return found;
}

function scansOf(node: PlanNode, statement: string): LongScan[] {
  const below = (node.Plans ?? []).flatMap((each) => scansOf(each, statement));
  const table = node['Relation Name'];
  if (!table || !node['Node Type'].includes('Scan')) return below;
  const passed = node['Rows Removed by Filter'] ?? 0;
  const rows = (node['Actual Rows'] + passed + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops'];
  return [
    {
      table: `${node.Schema}.${table}`,
      how: node['Node Type'],
      rows,
      statement: statement.replace(/\s+/g, ' ').trim(),
    },
    ...below,
  ];
}
