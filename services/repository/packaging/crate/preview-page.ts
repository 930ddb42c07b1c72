import { escapeHtml } from '@domain/escape-html';
import { type Language, languages } from '@domain/language';

import { fullLabel } from '../describe-columns';
import { packageTexts } from '../texts';
import type { CratePart } from './crate-entities';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border:1px solid #767676;padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
td.number{text-align:right;white-space:nowrap}code{font-size:.85em}section{margin-bottom:3rem}@media print{nav{display:none}}`;

/**
 * `ro-crate-preview.html`: what the package contains, for people, in both languages on one page. It has no script and
 * needs no other file. `parts` have the labels of columns in each language.
 */
export function* previewPage(parts: Record<Language, readonly CratePart[]>): Generator<string> {
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(packageTexts.en.preview.title)}</title>
<style>${style}</style>
</head>
<body>
`;
  for (const language of languages) {
    const { title, other } = packageTexts[language].preview;
    const away = languages.find((one) => one !== language) ?? language;
    yield `<main id="${language}" lang="${language}">
<nav><a href="#${away}" lang="${away}" hreflang="${away}">${escapeHtml(other)}</a></nav>
<h1>${escapeHtml(title)}</h1>
`;
    for (const part of parts[language]) yield* sectionOf(part, language);
    yield '</main>\n';
  }
  yield '</body>\n</html>\n';
}

function* sectionOf(part: CratePart, language: Language): Generator<string> {
  const { description, rights, files } = part;
  const words = packageTexts[language].preview;
  const [first, ...further] = description.titles;
  yield '<section>\n';
  yield `<h2${langOf(first?.language)}>${escapeHtml(first?.text ?? description.id)}</h2>\n`;
  for (const { text, language: own } of further) yield `<p${langOf(own)}>${escapeHtml(text)}</p>\n`;
  yield `<p${langOf(description.description.language)}>${escapeHtml(description.description.text)}</p>\n<dl>\n`;
  yield term(words.people, description.creators.map(personOf).join('; '));
  yield term(words.published, description.issued);
  yield term(words.licence, rights.map((right, at) => linkOf(description.licences[at] ?? '', right)).join(', '));
  yield term(words.cite, escapeHtml(description.citation));
  yield term(words.page, linkOf(description.page, description.page));
  yield '</dl>\n';
  yield* tableOf(words.variables, [words.table, words.key, words.label, words.codes], variableRows(part));
  yield* tableOf(words.files, [words.file, words.bytes, words.sha256], files.map(({ path, bytes, sha256 }) => [
    linkOf(path, path),
    `${bytes}`,
    `<code>${sha256}</code>`,
  ])); // prettier-ignore
  yield '</section>\n';
}

function* variableRows({ tables }: CratePart): Generator<string[]> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const codes = column.codes.map(({ code, label }) => `${code} = ${label}`).join('; ');
      yield [name, column.key, fullLabel(column), codes].map(escapeHtml);
    }
  }
}

function* tableOf(caption: string, headings: string[], rows: Iterable<string[]>): Generator<string> {
  const cells = (tag: string, texts: string[]) =>
    texts.map((text) => `<${tag}>${text}</${tag.split(' ')[0]}>`).join('');
  yield `<h3>${escapeHtml(caption)}</h3>\n<table>\n<thead><tr>${cells('th scope="col"', headings.map(escapeHtml))}</tr></thead>\n<tbody>\n`;
  for (const row of rows) yield `<tr>${cells('td', row)}</tr>\n`;
  yield '</tbody>\n</table>\n';
}

function personOf({ name, orcid, affiliations }: CratePart['description']['creators'][number]): string {
  const of = affiliations.map((one) => one.name).join(', ');
  return (orcid === '' ? escapeHtml(name) : linkOf(orcid, name)) + (of === '' ? '' : ` (${escapeHtml(of)})`);
}

function term(name: string, html: string): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>\n`;
}

function linkOf(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}

function langOf(language: string | undefined): string {
  return language ? ` lang="${language}"` : '';
}
