import { escapeHtml } from '@domain/escape-html';

/** Finished HTML. Everything else that is inserted into a page is escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Insert = Html | string | number | null | undefined | false | Insert[];

/** Template tag. Escapes text, inserts `Html` and lists of it as they are, and skips null, undefined and false. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(parts.map((part, index) => part + rendered(inserts[index])).join(''));
}

function rendered(insert: Insert): string {
  if (insert === null || insert === undefined || insert === false) return '';
  if (insert instanceof Html) return insert.source;
  if (Array.isArray(insert)) return insert.map(rendered).join('');
  return escapeHtml(String(insert));
}
