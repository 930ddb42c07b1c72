import type { Readable } from 'node:stream';

import { SaxesParser } from 'saxes';

import { FileFailure } from '../file-failure';

/** Receives the elements of an XML part in order, with names without prefixes. */
interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Streams an XML part. Throws FileFailure 'xml-entities' at a document type declaration, before its entities
 * can be used, and 'damaged' if the XML is not well formed.
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

/** Value of an attribute, found by its name without prefix, because prefixes such as 'r:' vary. */
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

/** Collects the plain text of a string element (`si`, `is`) from its `t` elements, including rich text. */
export class TextCollector {
  #text = '';
  #isOpen = false;
  /** Inside `rPh`, the pronunciation of East Asian words, which is not part of the text. */
  #isReading = false;

  open(element: string): void {
    if (element === 'rPh') this.#isReading = true;
    else if (element === 't') this.#isOpen = !this.#isReading;
  }

  text(text: string): void {
    if (this.#isOpen) this.#text += text;
  }

  close(element: string): void {
    if (element === 'rPh') this.#isReading = false;
    else if (element === 't') this.#isOpen = false;
  }

  /** Returns the text collected since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return decodeEscapes(text);
  }
}

/** Decodes '_x000D_', an escape for characters that XML cannot contain. A literal '_x' is escaped as '_x005F_x'. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
