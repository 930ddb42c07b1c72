import { Marked, type Tokens } from 'marked';

import { escapeHtml } from '@domain/escape-html';

/** A document in HTML, without its title. */
export interface RenderedDocument {
  /** Text of its '# ' heading, which the page shows as h1. */
  title: string;
  /** Start of its first paragraph in plain text, at most 160 characters, for search engines. */
  description: string;
  html: string;
  headings: { depth: number; id: string; text: string }[];
}

const descriptionCharacters = 160;

/**
 * Renders the Markdown of our documents. Headings end with a stable id (`## Searching {#searching}`). Tables get column
 * headers and row headers, and scroll by keyboard where they are too wide. HTML markup is shown as text.
 */
export function renderMarkdown(source: string): RenderedDocument {
  const headings: RenderedDocument['headings'] = [];
  const tokens = documentMarkdown(headings).lexer(source);
  const [title, ...body] = tokens.filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error('A document starts with "# Title".');
  const first = body.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined;
  return {
    title: title.text,
    description: shorten(plainText(first?.tokens ?? [])),
    html: documentMarkdown(headings).parser(body),
    headings,
  };
}

/** Marked with our renderer. Collects `headings`; the last one names the tables below it. */
function documentMarkdown(headings: RenderedDocument['headings']): Marked {
  return new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const id = /\{#([\w-]+)\}$/.exec(text)?.[1] ?? '';
        const words = plainText(tokens).replace(/ *\{#[\w-]+\}$/, '');
        const content = this.parser.parseInline(tokens).replace(/ *\{#[\w-]+\}$/, '');
        headings.push({ depth, id, text: words });
        return `<h${depth}${id ? ` id="${id}"` : ''}>${content}</h${depth}>\n`;
      },
      table({ header, rows }) {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        const heads = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
        const lines = rows.map(([first, ...rest]) => {
          const cells = rest.map((cell) => `<td>${inline(cell)}</td>`).join('');
          return `<tr>${first ? `<th scope="row">${inline(first)}</th>` : ''}${cells}</tr>`;
        });
        const label = escapeHtml(headings.at(-1)?.text ?? '');
        return (
          `<div class="scroll-area" role="region" tabindex="0" aria-label="${label}"><table>` +
          `<thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table></div>\n`
        );
      },
      html: ({ text }) => escapeHtml(text),
    },
  });
}

/** Text of inline tokens, without their markup. */
function plainText(tokens: readonly { raw: string; text?: string; tokens?: Tokens.Generic[] }[]): string {
  return tokens.map(({ raw, text, tokens: inner }) => (inner ? plainText(inner) : (text ?? raw))).join('');
}

function shorten(text: string): string {
  if (text.length <= descriptionCharacters) return text;
  return `${text.slice(0, descriptionCharacters - 1).replace(/\s+\S*$/, '')}…`;
}
