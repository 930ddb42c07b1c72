import { readFile } from 'node:fs/promises';

import { FileFailure } from '../file-failure';
import type { TableSink } from '../parsers/protocol';
import { guessEncoding } from '../text-encoding';
import { writeLines } from './document-lines';

/**
 * Reads a plain text or Markdown into a table of its lines. Its encoding is found as that of a csv file. Throws
 * FileFailure 'not-readable' if it is no text.
 */
export async function readText(file: string, sink: TableSink): Promise<void> {
  const encoding = await guessEncoding(file);
  if (encoding === null) throw new FileFailure('not-readable');
  const text = new TextDecoder(encoding).decode(await readFile(file));
  sink.open({ name: 'text' });
  writeLines(sink, '', text.split(/\r\n|\r|\n/));
  sink.close();
}
