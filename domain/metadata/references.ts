export interface Reference {
  type: 'DOI' | 'URL';
  /** A DOI without the resolver's address, or an address as it was typed. */
  identifier: string;
}

const resolver = /^(?:https?:\/\/(?:(?:dx|www)\.)?doi\.org\/|doi:\s*)/i;

/** The DOI or address (http, https) that a text is; null for any other text. */
export function readReference(text: string): Reference | null {
  const bare = text.replace(resolver, '');
  if (/^10\.\d{4,9}\/\S+$/.test(bare)) return { type: 'DOI', identifier: bare };
  const isAddress = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && !resolver.test(text);
  return isAddress ? { type: 'URL', identifier: text } : null;
}

/** Whether a text begins like a DOI or an address but is none; a publication may also be named in words. */
export function isBrokenReference(text: string): boolean {
  const meansReference = resolver.test(text) || /^(10\.\d|www\.|https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
  return meansReference && readReference(text) === null;
}
