import { readXlsx } from '../../services/repository/ingest/excel/read-xlsx';
import { parserLimits } from '../../services/repository/ingest/parsers/parser-limits';

/** The worksheets of a workbook by their names, as the house's own reader reads them; empty cells are ''. */
export async function readWorkbook(file: string): Promise<Map<string, string[][]>> {
  const sheets = new Map<string, string[][]>();
  let rows: string[][] = [];
  await readXlsx(
    file,
    {
      open: async ({ name }) => void sheets.set(name, (rows = [])),
      row: (cells) => void rows.push(Array.from(cells, (cell) => cell ?? '')),
      skip: ({ name }) => {
        throw new Error(`The sheet ${name} was skipped.`);
      },
      close: async () => undefined,
    },
    parserLimits,
  );
  return sheets;
}
