import { mkdir } from 'node:fs/promises';

import type { DocumentState, DocumentType, Finding, FindingKind } from '@domain/api/documents';
import { Refusal } from '@domain/error-codes';
import { FairTurns } from '@domain/fair-turns';
import { findingsListed } from '@domain/limits';

import { isBirthDateSql, isContactSql, isPhoneLikeSql } from '../checks/rules/personal-text';
import { nameOrAddressSql } from '../checks/rules/r62-name-or-address';
import type { RepositoryContext } from '../context/context';
import { isTooMuch, type SqlRow, type TableEngine } from '../context/table-engine';
import { csvSql } from '../ingest/csv-sql';
import { lineColumns } from '../ingest/documents/document-lines';
import { FileFailure } from '../ingest/file-failure';
import { parseInChild } from '../ingest/parsers/parse-in-child';
import { limitsOf } from '../ingest/parsers/protocol';

/** What was found in a document, and whether it could be looked through. */
export interface ExaminedDocument {
  state: DocumentState;
  pages: number | null;
  emptyPages: number | null;
  findings: Finding[];
}

/**
 * Time for reading a document, and again for looking through it, because somebody waits; own estimate. Memory of its
 * child process.
 */
const timeMs = 20_000;
const memoryBytes = 512 * 1024 ** 2;

type Context = Pick<RepositoryContext, 'files' | 'tables' | 'settings'>;

/**
 * Documents are read two at a time, each with a child process: as many as files of one owner. Own estimate of what somebody
 * waits for.
 */
const turns = new FairTurns(2, { patienceMs: 60_000 });

/**
 * Reads a local document in a child process with limits of time and memory, and looks for personal data in its text
 * with the patterns of the check. Accounts with waiting documents take turns. Refuses with 'document-damaged' and
 * 'document-not-text'; throws the reason of the signal, and Outage if it waits too long.
 */
export function examineDocument(
  repository: Context,
  { path, name, type }: { path: string; name: string; type: DocumentType },
  { account, signal }: { account: string; signal: AbortSignal },
): Promise<ExaminedDocument> {
  const { files, tables: engine, settings } = repository;
  const limits = {
    ...limitsOf(settings),
    minMilliseconds: timeMs,
    millisecondsPer100Mb: 0,
    memoryBytes: Math.min(memoryBytes, settings.parserMemoryBytes),
  };
  return files.withScratchFile(async (folder) => {
    await mkdir(folder);
    const request = { kind: type === 'pdf' ? 'pdf' : 'text', file: path, folder, limits } as const;
    try {
      const { tables } = await turns.run(account, signal, () => parseInChild(request, signal));
      signal.throwIfAborted();
      // The engine has turns of its own, for which nobody else's document waits.
      return tables[0] ? await examineLines(engine, tables[0].csv) : noText;
    } catch (error) {
      return stateOf(error, { name, type });
    }
  });
}

const unknown = { pages: null, emptyPages: null, findings: [] };
const noText: ExaminedDocument = { state: 'no-text', ...unknown };

/** Documents that cannot be looked through are taken; damaged ones are refused. */
function stateOf(error: unknown, { name, type }: { name: string; type: DocumentType }): ExaminedDocument {
  if (isTooMuch(error)) return { state: 'too-much', ...unknown };
  if (!(error instanceof FileFailure)) throw error;
  switch (error.code) {
    case 'password-protected':
      return { state: 'locked', ...unknown };
    case 'takes-too-long':
    case 'too-large-to-read':
    case 'too-many-cells':
      return { state: 'too-much', ...unknown };
    default:
      throw new Refusal(type === 'pdf' ? 'document-damaged' : 'document-not-text', { name });
  }
}

/** Whether a line has personal data of a kind. */
const conditions: Record<FindingKind, (text: string) => string> = {
  contact: (text) => `(${isContactSql(text, { amongCodes: false })} or ${isPhoneLikeSql(text)})`,
  name: (text) => nameOrAddressSql(text, { isProse: true }),
  'birth-date': isBirthDateSql,
};

/** Looks through the lines that the parser child has written. */
async function examineLines(engine: TableEngine, csv: string): Promise<ExaminedDocument> {
  const form = {
    path: csv,
    separator: ',',
    width: lineColumns.length,
    hasSeparatorLine: false,
    endsInLineFeed: true,
  } as const;
  const source = csvSql(form, { parallel: false, strict: false });
  const lines = `(select try_cast(c0 as integer) as page, cast(c1 as integer) as line, c2 is not null and c2 <> '' as joined, c3 as text
    from ${source})`;
  const [counted = {}] = await engine.all(
    `select count(distinct page) as pages, count(distinct page) filter (text is not null) as filled, count(text) as lines from ${lines}`,
    [],
    { timeoutMs: timeMs },
  );
  const pages = Number(counted.pages ?? 0);
  const facts = { pages: pages || null, emptyPages: pages ? pages - Number(counted.filled ?? 0) : null };
  if (Number(counted.lines ?? 0) === 0) return { ...noText, ...facts };
  const rows = await engine.all(findingsSql(lines), [], { timeoutMs: timeMs });
  return { state: 'read', ...facts, findings: groupFindings(rows) };
}

/**
 * The first places of each kind, with the number of all. What one of the lines has itself does not count once more for
 * their joint.
 */
function findingsSql(lines: string): string {
  const kinds = Object.entries(conditions);
  const found = kinds.map(
    ([kind, condition]) => `select '${kind}' as kind, page, line, joined, text from lines where ${condition('text')}`,
  );
  return `with lines as materialized (select * from ${lines} where text is not null),
    hits as materialized (${found.join(' union all ')}),
    own as (select kind, page, line, first(text) as text from hits where not joined group by kind, page, line
      union all
      select kind, page, line, text from hits where joined and not exists (
        select 1 from hits as o where not o.joined and o.kind = hits.kind and o.page is not distinct from hits.page
          and o.line between hits.line and hits.line + 1))
    select kind, page, line, text, count(*) over (partition by kind) as n from own
    qualify row_number() over (partition by kind order by page, line) <= ${findingsListed}
    order by kind, page, line`;
}

function groupFindings(rows: readonly SqlRow[]): Finding[] {
  return (Object.keys(conditions) as FindingKind[]).flatMap((kind) => {
    const places = rows.filter((row) => row.kind === kind);
    if (places.length === 0) return [];
    return {
      kind,
      count: Number(places[0]?.n ?? places.length),
      places: places.map(({ page, line, text }) => ({
        page: page === null || page === undefined ? null : Number(page),
        line: Number(line),
        text: String(text),
      })),
      comment: null,
    };
  });
}
