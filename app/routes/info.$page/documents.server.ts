import { infoPages } from '@domain/info-pages';
import type { Language } from '@domain/language';
import type { Operator } from '@domain/operator';
import { translate } from '~/i18n/instances.server';

import german from '../../../locales/de/test-items.json';
import english from '../../../locales/en/test-items.json';
import { accessibilityValues, assessment } from './accessibility.server';
import { fillPlaceholders, keepLines, type PlaceholderValues } from './fill-placeholders';
import { renderMarkdown } from './render-markdown';
import type { TestItemTexts } from './test-items';

/** Markdown of every document by its path. Only on the server, because the browser does not need it. */
const sources = import.meta.glob<string>('../../../locales/*/documents/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Position of the page's computed part in a document. */
const insertMark = '<p>{{insert}}</p>';

export interface Document {
  title: string;
  description: string;
  /** HTML before and after the page's computed part. */
  before: string;
  after: string;
}

/** Documents that have a page: those of the footer, and how the curves of comparisons are made. */
export const documentNames = [...infoPages, 'compare-method'] as const;
type DocumentName = (typeof documentNames)[number];

const rendered = new WeakMap<Operator, Map<string, Document>>();

/** Source of a document's values. */
export interface Site {
  operator: Operator;
  /** Address of the site. */
  origin: string;
}

/** A document in a language with the values of this installation. Rendered only once. */
export function readDocument(language: Language, page: DocumentName, { operator, origin }: Site): Document {
  const known = rendered.get(operator) ?? new Map<string, Document>();
  rendered.set(operator, known);
  const key = `${language}/${page}`;
  const document =
    known.get(key) ??
    renderDocument(documentSource(language, page), language, {
      'site.address': origin,
      ...operatorValues(operator),
      ...(page === 'accessibility' ? accessibilityValues(assessment, language) : {}),
    });
  known.set(key, document);
  return document;
}

export function documentSource(language: Language, page: DocumentName): string {
  const source = sources[`../../../locales/${language}/documents/${page}.md`];
  if (source === undefined) throw new Error(`There is no document ${page} in ${language}.`);
  return source;
}

/** Renders a document from its Markdown and the values of its placeholders. */
export function renderDocument(source: string, language: Language, values: PlaceholderValues): Document {
  const { title, description, html } = renderMarkdown(keepLines(source, values));
  const missing = translate(language)('info:missing');
  const [before = '', after = ''] = html.split(insertMark).map((part) => fillPlaceholders(part, values, missing));
  return { title, description, before, after };
}

export function operatorValues(operator: Operator): PlaceholderValues {
  return Object.fromEntries(Object.entries(operator).map(([name, value]) => [`operator.${name}`, value]));
}

/** Texts of the page about the test items, which the browser's script does not need. */
export const testItemTexts: Record<Language, TestItemTexts> = { en: english, de: german };
