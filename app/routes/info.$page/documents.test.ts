import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';

import { languages } from '@domain/language-code';
import { motorTests } from '@domain/motor-tests';
import { operatorFields } from '@domain/operator';

import routes from '../../routes';
import { documentNames, documentSource, readDocument } from './documents.server';
import { renderMarkdown } from './render-markdown';

const root = path.resolve(import.meta.dirname, '../../..');
const outline = (source: string) => renderMarkdown(source).headings.map(({ depth, id }) => ({ depth, id }));
const placeholders = (source: string) =>
  [...source.matchAll(/\{\{([?!]?)([\w.]+)\}\}/g)].map(([, kind, name]) => `${kind}${name}`).sort();
const links = (source: string) =>
  [...renderMarkdown(source).html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!);

type DocumentName = (typeof documentNames)[number];
/** Path of the page of a document. */
const pageOf = (name: DocumentName) => (name === 'compare-method' ? '/compare/method' : `/info/${name}`);

/** Ids to which links to a part of a page may lead: headings, and tests by name. */
function fragments(page: DocumentName, language: 'en' | 'de'): string[] {
  const ids = renderMarkdown(documentSource(language, page)).headings.map(({ id }) => id);
  return page === 'test-items' ? [...ids, ...motorTests] : ids;
}

/** Whether one of our addresses is that of a screen, and not a text search or missing. */
function isScreen(address: string): boolean {
  const match = matchRoutes(routes as unknown as RouteObject[], { pathname: address })?.at(-1)?.route;
  return match !== undefined && match.path !== ':id' && match.path !== '*';
}

function leadsSomewhere(address: string, language: 'en' | 'de', from: DocumentName): boolean {
  if (/^(https:\/\/|mailto:)/.test(address)) return true;
  const [pathname = '', fragment] = address.split('#');
  if (/^\/documents\/(en|de)\/sufl-1\.0\.pdf$/.test(pathname)) return true;
  const page = pathname === '' ? from : documentNames.find((name) => pathname === pageOf(name));
  if (fragment !== undefined) return page !== undefined && fragments(page, language).includes(fragment);
  return page !== undefined || (!pathname.startsWith('/info/') && isScreen(pathname));
}

test('every page of a document has it in both languages, and no document is without a page', () => {
  for (const language of languages) {
    const files = readdirSync(path.join(root, 'locales', language, 'documents'));
    expect(files.sort()).toEqual(documentNames.map((page) => `${page}.md`).sort());
  }
});

describe.each(documentNames)('%s', (page) => {
  const [en, de] = [documentSource('en', page), documentSource('de', page)];

  test('has the same headings with the same ids in both languages', () => {
    expect(outline(de)).toEqual(outline(en));
    const ids = outline(en).map(({ id }) => id);
    expect(ids.filter((id) => id === '')).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('goes down one level of headings at a time, from the second', () => {
    const depths = [1, ...outline(en).map(({ depth }) => depth)];
    expect(depths.slice(1).filter((depth, at) => depth < 2 || depth > depths[at]! + 1)).toEqual([]);
  });

  test('has the same placeholders in both languages, all of them known and none within a link', () => {
    expect(placeholders(de)).toEqual(placeholders(en));
    const known = [...operatorFields.map((field) => `operator.${field}`), 'site.address', 'insert'];
    const names = placeholders(en).map((name) => name.replace(/^[?!]/, ''));
    const strange = names.filter((name) => !known.includes(name) && !name.startsWith('accessibility.'));
    expect(strange).toEqual([]);
    expect([...links(en), ...links(de)].filter((address) => /\{|%7B/.test(address))).toEqual([]);
  });

  test.each(languages)('has the same links in both languages, and each has a target (%s)', (language) => {
    const source = language === 'en' ? en : de;
    const isOurs = (address: string) => address.startsWith('/') || address.startsWith('#');
    expect(links(de).filter(isOurs).sort()).toEqual(links(en).filter(isOurs).sort());
    expect(links(source).filter((address) => !leadsSomewhere(address, language, page))).toEqual([]);
  });

  test.each(languages)('has a title and a description without placeholders (%s)', (language) => {
    const { title, description } = readDocument(language, page, { operator: {}, origin: 'https://x.example' });
    expect(title).not.toBe('');
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).not.toContain('{{');
  });
});

test('links of the screens to a part of a document have a target', () => {
  const sources = ['app/components', 'app/routes'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  );
  const uses = sources.flatMap((source) => [...source.matchAll(/info\('([\w-]+)'\)\}#([\w-]+)/g)]);
  expect(uses.length).toBeGreaterThan(0);
  for (const [use, page, fragment] of uses) {
    expect(fragments(page as DocumentName, 'en'), use).toContain(fragment);
  }
});

test('a broken link is found', () => {
  const judge = (address: string) => leadsSomewhere(address, 'en', 'terms');
  expect(['/', '/file-upload', '/info/terms#standards', '#standards', '/my-downloads'].map(judge)).toEqual(
    Array(5).fill(true),
  );
  expect(['/nothing', '/info/nothing', '/info/terms#nothing', '/no/such/page'].map(judge)).toEqual(
    Array(4).fill(false),
  );
});
