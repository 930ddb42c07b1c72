import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

import { readZip } from '../support/read-zip';

/** A damaged copy of a file: bytes changed, removed, doubled or zeroed, in workbooks also within a part. */
export async function mutate(content: Buffer, random: () => number): Promise<Buffer> {
  const isZip = content.subarray(0, 2).toString('latin1') === 'PK';
  if (!isZip || random() < 0.3) return mutateBytes(content, random);
  const parts = await readZip(content).catch(() => null);
  return parts ? mutatePart(parts, random) : mutateBytes(content, random);
}

async function mutatePart(files: Map<string, Buffer>, random: () => number): Promise<Buffer> {
  const parts = [...files].filter(([name]) => !name.endsWith('/'));
  const chosen = Math.floor(random() * parts.length);
  const zip = new ZipFile();
  for (const [i, [name, part]] of parts.entries()) {
    zip.addBuffer(i === chosen ? mutateBytes(part, random) : part, name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

function mutateBytes(content: Buffer, random: () => number): Buffer {
  const position = () => Math.floor(random() * content.length);
  const [from, to] = [position(), position()].sort((a, b) => a - b) as [number, number];
  switch (Math.floor(random() * 5)) {
    case 0:
      return content.subarray(0, to);
    case 1:
      return Buffer.concat([content.subarray(0, to), content.subarray(from)]);
    case 2:
      return Buffer.concat([content.subarray(0, from), content.subarray(to)]);
    case 3:
      return Buffer.from(content).fill(Math.floor(random() * 256), from, Math.min(to, from + 64));
    default: {
      const changed = Buffer.from(content);
      for (let left = 1 + Math.floor(random() * 20); left > 0; left -= 1) {
        changed[position()] = Math.floor(random() * 256);
      }
      return changed;
    }
  }
}
