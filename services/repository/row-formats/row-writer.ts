import type { RowFormat, SqlValue } from '../context/table-engine';
import { csvLine } from './csv';
import { CaseWriter } from './case-writer';

/** Writes rows in the format of a file. */
export interface RowWriter {
  add(row: readonly SqlValue[]): void;
  /** The bytes that are complete, without those of earlier calls. */
  take(): Uint8Array;
  /** Ends the rows. Returns the last bytes. */
  finish(): Uint8Array;
}

/** Used by the tables child, so it depends on nothing that needs a server. */
export function createRowWriter(format: Exclude<RowFormat, { name: 'numbers' }>): RowWriter {
  return format.name === 'csv' ? new CsvWriter() : new CaseWriter(format.widths);
}

class CsvWriter implements RowWriter {
  #lines = '';

  add(row: readonly SqlValue[]): void {
    this.#lines += csvLine(row);
  }

  take(): Uint8Array {
    const bytes = Buffer.from(this.#lines, 'utf8');
    this.#lines = '';
    return bytes;
  }

  finish(): Uint8Array {
    return this.take();
  }
}
