import XmlBuilder from 'fast-xml-builder';

/** Attributes of an element under '@', its text under '#text', its children by name. */
export type XmlElement = Record<string, unknown>;

/** Writes elements as XML. Texts must be clean. */
export const xmlBuilder = new XmlBuilder({
  format: true,
  ignoreAttributes: false,
  attributesGroupName: '@',
  attributeNamePrefix: '',
});

export const xmlDeclaration = { '?xml': { '@': { version: '1.0', encoding: 'UTF-8' } } };

/** Without the characters that XML 1.0 does not allow: control characters, and halves of characters. */
export function cleanText(value: string): string {
  return value.replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '');
}

/** An element with a text, in a language if it is known. */
export function textIn(language: string | undefined, value: string): XmlElement {
  return { '#text': cleanText(value), ...(language ? { '@': { 'xml:lang': language } } : {}) };
}
