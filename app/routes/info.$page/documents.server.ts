import type { Language } from '@domain/language';
import type { Operator } from '@domain/operator';
import { translate } from '~/i18n/instances.server';
import type { InfoPage } from '~/paths';

import german from '../../../locales/de/test-items.json';
import english from '../../../locales/en/test-items.json';
import { accessibilityValues, assessment } from './accessibility.server';
import { fillPlaceholders, keepLines, type PlaceholderValues } from './fill-placeholders';
import { renderMarkdown } from './render-markdown';
import type { TestItemTexts } from './test-items';

/** Markdown of every document by its address; kept out of the browser's script, which needs none of it. */
const sources = import.meta.glob<string>('../../../locales/*/documents/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Where a page puts its computed part, between the document's text before and after. */
const insertMark = '<p>{{insert}}</p>';

export interface Document {
  title: string;
  description: string;
  /** HTML before the page's computed part, and after it. */
  before: string;
  after: string;
}

const rendered = new WeakMap<Operator, Map<string, Document>>();

/** What the values of a document follow from. */
export interface Site {
  operator: Operator;
  /** Address of the site. */
  origin: string;
}

/** A document in a language, with the values of this installation in their places: rendered once. */
export function readDocument(language: Language, page: InfoPage, { operator, origin }: Site): Document {
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

export function documentSource(language: Language, page: InfoPage): string {
  const source = sources[`../../../locales/${language}/documents/${page}.md`];
  if (source === undefined) throw new Error(`There is no document ${page} in ${language}.`);
  return source;
}

/** A document's page from its Markdown and the values of its placeholders. */
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
