import { createReadStream } from 'node:fs';

import { SaxesParser } from 'saxes';
import { openPromise } from 'yauzl';

/**
 * Baseline 'bare unzip and scan': unpacks the first sheet of a workbook and runs an XML parser that only counts the
 * cells. Returns milliseconds.
 */
export async function scanWorkbook(file: string): Promise<number> {
  const start = performance.now();
  const zip = await openPromise(file, { lazyEntries: true });
  let cells = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'xl/worksheets/sheet1.xml') continue;
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => (cells += name === 'c' ? 1 : 0));
    const decoder = new TextDecoder();
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    }
    parser.close();
  }
  if (cells === 0) throw new Error('The sheet has no cells.');
  return performance.now() - start;
}

/** Baseline 'bare byte scan': reads a file and adds up its bytes. Returns milliseconds. */
export async function scanBytes(file: string): Promise<number> {
  const start = performance.now();
  let sum = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) sum += byte;
  }
  if (sum === 0) throw new Error('The file holds nothing.');
  return performance.now() - start;
}
