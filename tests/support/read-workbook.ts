import { readXlsx } from '../../services/repository/ingest/excel/read-xlsx';
import { parserLimits } from '../../services/repository/ingest/parsers/protocol';

/** Worksheets of a workbook keyed by name, read by our own reader; empty cells are ''. */
export async function readWorkbook(file: string): Promise<Map<string, string[][]>> {
  const sheets = new Map<string, string[][]>();
  let rows: string[][] = [];
  await readXlsx(
    file,
    {
      open: ({ name }) => sheets.set(name, (rows = [])),
      row: (cells) => rows.push(Array.from(cells, (cell) => cell ?? '')),
      skip: ({ name }) => {
        throw new Error(`The sheet ${name} was skipped.`);
      },
      close: () => undefined,
    },
    parserLimits,
  );
  return sheets;
}
