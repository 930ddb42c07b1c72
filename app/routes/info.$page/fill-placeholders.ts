import { escapeHtml } from '@domain/escape-html';

/** Values by their names in the documents, such as 'operator.name'. An absent value has not been entered. */
export type PlaceholderValues = Readonly<Record<string, string | undefined>>;

/**
 * Drops lines that do not apply: a line marked with `{{?name}}` needs the value, one with `{{!name}}` applies without
 * it. The mark is at the start of the line, or after the mark of a list or table row.
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
 * Puts values into rendered HTML. Values are plain text; a line that is an e-mail address or an https address becomes a
 * link. `missing` replaces absent values.
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
