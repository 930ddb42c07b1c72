import type { ParserLimits } from '../parsers/parser-limits';
import type { WorkbookSink } from '../parsers/table-sink';
import { FileFailure } from '../file-failure';
import { readSheet } from './read-sheet';
import { readWorkbook } from './workbook-parts';
import { openZipPackage } from './zip-package';

/**
 * Reads the visible worksheets of a workbook since Excel 2007 (also with macros, also 'strict') into the
 * sink, streaming: only the shared strings are held. Throws FileFailure.
 */
export async function readXlsx(file: string, sink: WorkbookSink, limits: ParserLimits): Promise<void> {
  const zip = await openZipPackage(file, limits);
  try {
    const workbook = await readWorkbook(zip);
    const count = workbook.sheets.length;
    if (count > limits.sheets) throw new FileFailure('too-many-sheets', { count, max: limits.sheets });
    for (const sheet of workbook.skipped) sink.skip(sheet);
    for (const { name, part } of workbook.sheets) {
      await sink.open({ name });
      await sink.close(await readSheet(await zip.open(part), workbook, sink));
    }
  } finally {
    zip.close();
  }
}
