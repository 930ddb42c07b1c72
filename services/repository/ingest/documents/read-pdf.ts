import { readFile } from 'node:fs/promises';

import { getDocumentProxy } from 'unpdf';

import { FileFailure } from '../file-failure';
import type { TableSink } from '../parsers/protocol';
import { writeLines } from './document-lines';

/**
 * Reads the text of a pdf into a table of its lines, with a row for each page whose line is 0, so that pages without
 * text are known. Throws FileFailure 'password-protected'; any other error means that the file is damaged.
 */
export async function readPdf(file: string, sink: TableSink): Promise<void> {
  const content = new Uint8Array(await readFile(file));
  const pdf = await getDocumentProxy(content, { isEvalSupported: false, verbosity: 0 }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException') throw new FileFailure('password-protected');
    throw error;
  });
  sink.open({ name: 'text' });
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    sink.row([String(number), '0']);
    writeLines(sink, String(number), text.split('\n'));
    page.cleanup();
  }
  sink.close();
}
