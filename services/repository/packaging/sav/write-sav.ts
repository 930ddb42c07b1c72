import { CaseWriter } from './case-writer';
import type { SavCell } from './sav-variable';
import { type SavHeader, writeDictionary } from './write-dictionary';

/** Bytes of the chunks in which cases are written. */
const chunkBytes = 64 * 1024;

/**
 * An SPSS system file. Cases are read in batches while they are written, so memory use is constant; each has the cells
 * of the variables in order, null for a missing value. There must be `caseCount` of them.
 */
export async function* writeSav(
  header: SavHeader,
  batches: AsyncIterable<readonly (readonly SavCell[])[]>,
): AsyncGenerator<Buffer, void, undefined> {
  yield writeDictionary(header);
  const writer = new CaseWriter(header.variables);
  for await (const batch of batches) {
    for (const cells of batch) {
      writer.add(cells);
      if (writer.size >= chunkBytes) yield writer.take();
    }
  }
  yield writer.finish();
}
