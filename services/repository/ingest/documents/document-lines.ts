import type { TableSink } from '../parsers/protocol';

/** Longest text of a row, and how much of it the next row of a long line repeats, so that no name is cut. Own estimate. */
const maxCharacters = 300;
const overlap = 60;
/** Words at the end of a line and at the beginning of the next that are also looked at together. */
const joinedWords = 2;
/** Soft hyphens and characters without width, which would hide a name. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Columns of the table that the lines of a document become: '1' in `isJoined` for a text over the end of a line. */
export const lineColumns = ['page', 'line', 'isJoined', 'text'] as const;

/**
 * Writes lines as rows of a table (`lineColumns`): long ones in pieces, and the words around each line break once more.
 * `page` is '' for a text without pages. Letters are normalised, so that ligatures of a pdf are read as their letters.
 */
export function writeLines(sink: TableSink, page: string, lines: Iterable<string>): void {
  let line = 0;
  let before = '';
  for (const raw of lines) {
    line += 1;
    const text = raw.replace(invisible, '').normalize('NFKC').replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    for (const piece of pieces(text)) sink.row([page, String(line), '', piece]);
    const joined = [...before.split(' ').slice(-joinedWords), ...text.split(' ').slice(0, joinedWords)];
    if (before !== '') sink.row([page, String(line - 1), '1', joined.join(' ').slice(-maxCharacters)]);
    before = text;
  }
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += maxCharacters - overlap) {
    yield text.slice(start, start + maxCharacters);
    if (start + maxCharacters >= text.length) return;
  }
}
