import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { SearchRow } from '@domain/api/search';
import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { CiteSection } from './cite-section';

const title = 'Kraft (2019): $& <b>"Maß"</b>\nvon Händen';
const line = 'Kraft (2019): $& <b>"Maß"</b> von Händen';
const row: SearchRow = {
  nr: 7,
  doi: '10.1234/mt-7',
  doiUrl: 'https://doi.org/10.1234/mt-7',
  doiIsTest: false,
  pubYears: [2019],
  authors: ['Muster, Eva'],
  titles: [title],
  titleLanguages: ['de'],
  dataLanguage: '',
  types: ['RAW'],
  count: 1,
  genders: [],
  ages: [],
  rights: [],
  exercises: [],
};
const citation = `Muster, Eva (2025): ${line}. Motothek. (Dataset). https://doi.org/10.1234/mt-7`;
const apa = `Muster, E. (2025). ${line} [Data set]. Motothek. https://doi.org/10.1234/mt-7`;

function show(language: Language, more: Partial<Parameters<typeof CiteSection>[0]['dataSet']> = {}): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <CiteSection dataSet={{ row, citation, apa, ...more }} />
    </I18nextProvider>,
  );
}

/** The text of an element, and the part of it that is marked with a language. */
function textOf(html: string, id: string): { text: string; marked: string | undefined } {
  const [, inner = ''] = new RegExp(`id="${id}">(.*?)</p>`, 's').exec(html) ?? [];
  const plain = (part: string) =>
    part.replace(/<[^>]+>/g, '').replace(/&(amp|lt|gt|quot);/g, (_, name: string) => signs[name] ?? '');
  const [, marked] = /<span lang="de">(.*?)<\/span>/s.exec(inner) ?? [];
  return { text: plain(inner), marked: marked && plain(marked) };
}
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

test('both citations are whole, and only the title in them has its language', () => {
  const html = show('en');
  expect(textOf(html, 'citation-text')).toEqual({ text: citation, marked: line });
  expect(textOf(html, 'citation-apa')).toEqual({ text: apa, marked: line });
  const unnamed = show('en', { apa: `${line} [Data set]. (2025). Motothek. https://doi.org/10.1234/mt-7` });
  expect(textOf(unnamed, 'citation-apa').marked).toBe(line);
});

test.each([
  ['en', 'Cite', 'Copy', 'Programming interface (API)'],
  ['de', 'Zitieren', 'Kopieren', 'Programmierschnittstelle (API)'],
] as const)('the section, its hidden buttons and its links have their names in %s', (language, heading, copy, api) => {
  const html = show(language);
  expect(html).toContain(`<section aria-labelledby="cite"><h2 id="cite">${heading}</h2>`);
  expect(html).toContain(
    `<button type="button" class="button-quiet" data-copy="citation-text" hidden="">${copy}</button>`,
  );
  const links = [...html.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, address, name]) => [name, address]);
  expect(links).toEqual([
    ['BibTeX', '/api/search/metadata/7.bib?download'],
    ['RIS', '/api/search/metadata/7.ris?download'],
    ['CSL-JSON', '/api/search/metadata/7.csl.json?download'],
    ['EndNote', '/api/search/metadata/7.enw?download'],
    ['DataCite JSON', '/api/search/metadata/7.json?download'],
    ['DataCite XML', '/api/search/metadata/7.xml?download'],
    [api, '/api/docs'],
  ]);
});

test('without a DOI there is no description by DataCite', () => {
  expect(show('en', { row: { ...row, doi: '', doiIsTest: true } })).not.toContain('DataCite');
});
