import type { Readable } from 'node:stream';

import { SaxesParser } from 'saxes';

import { FileFailure } from '../file-failure';

/** Told the elements of an XML part in their order; names come without prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads an XML part piece by piece. Throws FileFailure: 'xml-entities' at a document type declaration,
 * before anything it declares could be used, 'damaged' where it is not well formed.
 */
export async function readXml(part: Readable, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new FileFailure('xml-entities');
  });
  parser.on('error', () => {
    throw new FileFailure('damaged');
  });
  parser.on('opentag', ({ name, attributes }) => handler.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => handler.close?.(localName(name)));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));

  let decoder: TextDecoder | undefined;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.write(decoder?.decode() ?? '');
  parser.close();
}

/** Value of an attribute by its name without prefix: 'r:id' may be called otherwise. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  if (name in attributes) return attributes[name];
  const found = Object.keys(attributes).find((each) => localName(each) === name);
  return found === undefined ? undefined : attributes[found];
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
