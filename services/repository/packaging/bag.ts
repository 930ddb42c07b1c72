import { createHash } from 'node:crypto';

import { oneLine } from '@domain/text';

import type { PackageFile } from './zip-stream';

/** A file of the payload that has been read completely. Its path begins at the payload's folder. */
export interface WrittenFile {
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

export interface Bag {
  /** Name of the folder that the bag is. */
  folder: string;
  /** Files of the payload; `written` has those that have been read, in order. */
  payload: (written: readonly WrittenFile[]) => AsyncIterable<PackageFile>;
  /** Further files beside the payload, when it has been read. */
  tagFiles: () => PackageFile[];
  /** Entries of `bag-info.txt` when the payload has been read, without the size of the payload. */
  info: () => [label: string, value: string][];
}

const declaration = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/**
 * The files of a bag in its folder (BagIt 1.0, RFC 8493): declaration, payload, information about the bag, and lists of
 * SHA-256 sums. `sha256sum --check manifest-sha256.txt` checks the payload. Each file must be read before the next one
 * is requested.
 */
export async function* bagFiles({ folder, payload, tagFiles, info }: Bag): AsyncGenerator<PackageFile> {
  const written: WrittenFile[] = [];
  const tags: WrittenFile[] = [];
  const inFolder = (file: PackageFile): PackageFile => ({ ...file, path: `${folder}/${file.path}` });
  yield inFolder(measured(textFile('bagit.txt', declaration), tags));
  for await (const file of payload(written)) {
    yield { ...measured(file, written), path: `${folder}/data/${file.path}` };
  }
  const sizes = written.map(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes, 0);
  const lines: [string, string][] = [...info(), ['Payload-Oxum', `${sizes}.${written.length}`]];
  const files = [
    ...tagFiles(),
    // A line break in a value would begin another entry.
    textFile('bag-info.txt', lines.map(([label, value]) => `${label}: ${oneLine(value)}\n`).join('')),
    textFile('manifest-sha256.txt', sumLines(written.map((file) => ({ ...file, path: `data/${file.path}` })))),
  ];
  for (const file of files) yield inFolder(measured(file, tags));
  yield inFolder(textFile('tagmanifest-sha256.txt', sumLines(tags)));
}

export function textFile(path: string, text: string): PackageFile {
  return { path, content: () => [text] };
}

/** As `sha256sum` writes them. Line breaks and percent signs would have to be encoded; our names have none. */
function sumLines(files: readonly WrittenFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** The same file, which is added to `list` when it has been read. */
function measured(file: PackageFile, list: WrittenFile[]): PackageFile {
  const content = async function* () {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of file.content()) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
    list.push({ path: file.path, bytes, sha256: hash.digest('hex') });
  };
  return { ...file, content };
}
