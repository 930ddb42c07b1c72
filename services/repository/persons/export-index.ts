import { z } from 'zod';

import { escapeHtml } from '@domain/escape-html';
import { type Language, languages } from '@domain/language';

import { readTexts } from '../locale-texts';

const ExportTextsSchema = z.object({
  title: z.string(),
  intro: z.string(),
  others: z.string(),
  originals: z.string(),
  heads: z.object({ file: z.string(), content: z.string() }),
  unknown: z.string(),
  files: z.record(z.string(), z.string()),
});
export type ExportTexts = z.infer<typeof ExportTextsSchema>;
const texts: Record<Language, ExportTexts> = readTexts('person-export', ExportTextsSchema);

/** Page that explains the files of an export in both languages, the reader's first. */
export function exportIndex(names: readonly string[], reader: Language): string {
  const ordered = [reader, ...languages.filter((language) => language !== reader)];
  const parts = ordered.map((language) => section(names, language));
  return `<!doctype html>
<html lang="${reader}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(texts[reader].title)}</title></head>
<body>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

function section(names: readonly string[], language: Language): string {
  const { title, intro, others, originals, heads, unknown, files } = texts[language];
  const rows = names.map(
    (name) =>
      `<tr><td><a href="data/${name}.json">data/${name}.json</a></td><td>${escapeHtml(files[name] ?? unknown)}</td></tr>`,
  );
  return `<section lang="${language}">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(intro)}</p>
<p>${escapeHtml(others)}</p>
<table>
<thead><tr><th scope="col">${escapeHtml(heads.file)}</th><th scope="col">${escapeHtml(heads.content)}</th></tr></thead>
<tbody>
${rows.join('\n')}
<tr><td>files/</td><td>${escapeHtml(originals)}</td></tr>
</tbody>
</table>
</section>`;
}
