import { Readable } from 'node:stream';

import type { ProblemFileFormat } from '@domain/api/problems';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import { findAllowedUpload, dataTable } from '../../context/access';
import { type ProblemLines, readProblemLines } from '../../checks/read-problem-lines';
import type { Actor, RepositoryContext } from '../../context/context';
import { orRefuse } from '../../files/read-objects';
import { problemHeadings, problemRow } from '../../packaging/problem-list';
import { byteOrderMark, type SpreadsheetCell, spreadsheetLine } from '../../row-formats/csv';
import { xlsxParts } from '../../packaging/spreadsheet-xlsx';
import { packageTexts } from '../../packaging/texts';
import { zipStream } from '../../packaging/zip-stream';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';

/** Size of the chunks of csv text, in characters. */
const pieceCharacters = 65_536;

export interface ProblemFile {
  fileName: string;
  /** Opens the stream; may be called once. */
  open: () => Readable;
}

/**
 * All problems of a table, or of all checked tables if `table` is null, as a file to correct the data by in a
 * spreadsheet or SPSS. It lists every cell of every group. Refuses with 'no-finished-check' while a check is running
 * or if there has been none.
 */
export async function downloadProblems(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string | null; format: ProblemFileFormat },
  language: Language,
): Promise<ProblemFile> {
  const progress = await findAllowedUpload('downloadProblems', actor, repository.db, input.id);
  const tables = checkedTables(progress, input.table);
  const lists = await Promise.all(tables.map((table) => readProblemLines(repository, progress, table, language)));
  // After the first byte of the stream no error can be reported any more.
  const objectKeys = new Set(lists.flatMap((list) => list.objectKeys));
  await orRefuse('not-found', Promise.all([...objectKeys].map((key) => repository.files.size(key))));
  const withTable = input.table === null && progress.dataTables.length > 1;
  const rows = () => rowsOf(lists, language, withTable);
  return {
    fileName: fileNameOf(progress, input, language),
    open: () =>
      input.format === 'csv'
        ? Readable.from(csvPieces(rows(), language, withTable), { objectMode: false })
        : zipStream(
            xlsxParts({
              name: packageTexts[language].problemList.sheet,
              headings: problemHeadings(language, withTable),
              rows: rows(),
              rowCount: lists.reduce((sum, { count }) => sum + count, 0),
            }),
            repository.now(),
          ),
  };
}

function checkedTables(progress: UploadProgress, name: string | null): TableProgress[] {
  const asked = name === null ? progress.dataTables : [dataTable(progress, name)];
  const checked = asked.filter(({ checkState }) => checkState === 'ready');
  const isRunning = asked.some(({ checkState }) => checkState === 'running');
  if (isRunning || checked.length === 0) throw new Refusal('no-finished-check');
  return checked;
}

async function* rowsOf(
  lists: ProblemLines[],
  language: Language,
  withTable: boolean,
): AsyncGenerator<SpreadsheetCell[], void, undefined> {
  for (const { read } of lists) for await (const line of read()) yield problemRow(line, language, withTable);
}

async function* csvPieces(
  rows: AsyncIterable<SpreadsheetCell[]>,
  language: Language,
  withTable: boolean,
): AsyncGenerator<string, void, undefined> {
  const headings = problemHeadings(language, withTable).map(({ text }) => text);
  let piece = byteOrderMark + spreadsheetLine(headings, language);
  for await (const row of rows) {
    piece += spreadsheetLine(row, language);
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Such as 'grip data-problems.csv'. Contains the name of the table if there are several. */
function fileNameOf(
  { file, tables }: UploadProgress,
  { table, format }: { table: string | null; format: ProblemFileFormat },
  language: Language,
): string {
  const stem = file.name.replace(/\.[^.]*$/, '');
  const named = table !== null && tables.length > 1 ? [stem, table] : [stem];
  const words = [...named, packageTexts[language].problemList.fileName].join('-');
  return `${words.replace(/[\\/:*?"<>|]/g, '_')}.${format}`;
}
