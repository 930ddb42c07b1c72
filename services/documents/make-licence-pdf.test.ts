import { readFileSync } from 'node:fs';
import path from 'node:path';

import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';

import { languages } from '@domain/language';
import { parseLicenceText } from '@domain/licences';

import { makeLicencePdf } from './make-licence-pdf';

const folder = path.resolve(import.meta.dirname, '../repository/data/licences');
const licence = (language: string) => readFileSync(path.join(folder, `sufl-1.0.${language}.txt`), 'utf8');

interface Tag {
  role?: string;
  id?: string;
  children?: Tag[];
}

/** Tags below that of the document in reading order, with their text. */
async function readTags(pdf: Awaited<ReturnType<typeof getDocumentProxy>>) {
  const tags: { role: string; text: string }[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const words = await wordsByTag(page);
    const visit = (tag: Tag) => {
      const text = (tag.children ?? []).map(({ id }) => (id ? (words.get(id) ?? '') : '')).join('');
      if (tag.role !== 'Root' && tag.role !== 'Document') tags.push({ role: tag.role ?? '', text });
      for (const child of tag.children ?? []) if (child.role) visit(child);
    };
    visit((await page.getStructTree()) as Tag);
  }
  return tags;
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

async function wordsByTag(page: Page): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  let tag = '';
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ('type' in item) tag = item.type === 'beginMarkedContentProps' ? (item.id ?? '') : '';
    else words.set(tag, `${words.get(tag) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`);
  }
  return words;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

describe.each(languages)('the licence as a PDF (%s)', async (language) => {
  const bytes = await makeLicencePdf(licence(language), language);
  // First, because pdf.js detaches the bytes.
  const raw = bytes.toString('latin1');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { title, sections } = parseLicenceText(licence(language));

  test('is tagged and has a language and a title', async () => {
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Language: language, Title: title });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  test('contains the whole text with tagged headings and paragraphs', async () => {
    const tags = await readTags(pdf);
    const expected = [
      { role: 'H1', text: title },
      ...sections.flatMap(({ heading, paragraphs }) => [
        { role: 'H2', text: heading },
        ...paragraphs.map((text) => ({ role: 'P', text })),
      ]),
    ];
    expect(plain(tags.map(({ text }) => text).join(' '))).toBe(plain(expected.map(({ text }) => text).join(' ')));
    // A paragraph across two pages is one tag with a part on each page.
    const headings = (list: { role: string; text: string }[]) =>
      list.filter(({ role }) => role !== 'P').map(({ role, text }) => `${role} ${plain(text)}`);
    expect(headings(tags)).toEqual(headings(expected));
  });

  test('embeds its fonts and has a bookmark for each section', async () => {
    expect(raw.match(/\/FontFile[23]?\b/g)?.length).toBe(2);
    expect((await pdf.getOutline()).map((item) => item.title)).toEqual(sections.map(({ heading }) => heading));
  });
});
