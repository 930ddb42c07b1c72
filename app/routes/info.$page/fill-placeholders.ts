import { escapeHtml } from './render-markdown';

/** Values by the names that stand in the documents: 'operator.name'. Absent = not entered. */
export type PlaceholderValues = Readonly<Record<string, string | undefined>>;

/**
 * Drops the lines that do not apply: one that starts with `{{?name}}` is for a value that is there, one
 * with `{{!name}}` for one that is not. The mark may follow that of a list or of a table's row.
 */
export function keepLines(source: string, values: PlaceholderValues): string {
  return source
    .split('\n')
    .flatMap((line) => {
      const mark = /^((?:[-*] |\d+\. |\| )?)\{\{([?!])([\w.]+)\}\} ?/.exec(line);
      if (!mark) return [line];
      const [whole, bullet = '', kind, name = ''] = mark;
      return (values[name] !== undefined) === (kind === '?') ? [bullet + line.slice(whole.length)] : [];
    })
    .join('\n');
}

/**
 * Puts values into rendered HTML. They are text, whatever they hold; a line that is an e-mail address or
 * an https address becomes a link. `missing` is said in place of a value that is not there.
 */
export function fillPlaceholders(html: string, values: PlaceholderValues, missing: string): string {
  return html.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? escapeHtml(missing) : value.split('\n').map(showLine).join('<br>');
  });
}

function showLine(line: string): string {
  const text = escapeHtml(line);
  if (/^[^\s@]+@[^\s@]+$/.test(line)) return `<a href="mailto:${escapeHtml(encodeURI(line))}">${text}</a>`;
  if (/^https?:\/\/\S+$/.test(line)) return `<a href="${text}">${text}</a>`;
  return text;
}
