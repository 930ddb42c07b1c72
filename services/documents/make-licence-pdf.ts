import { createRequire } from 'node:module';

import PDFDocument from 'pdfkit';

import { parseLicenceText } from '@domain/licences';
import type { Language } from '@domain/language';

const require = createRequire(import.meta.url);
const fonts = {
  text: require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff'),
  heading: require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff'),
};

type Role = 'H1' | 'H2' | 'P';

/** In points. On A4 these margins leave about 75 characters per line. */
const margin = 72;
const sizes = { title: 20, heading: 13, text: 10.5, footer: 9 };

/**
 * Makes an accessible PDF of a licence (PDF/UA-1), with tags, language, title, embedded fonts, bookmarks for its
 * sections, and page numbers that are not read aloud.
 */
export async function makeLicencePdf(text: string, language: Language): Promise<Buffer> {
  const { title, sections } = parseLicenceText(text);
  const document = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    // Missing in the types.
    ...({ subset: 'PDF/UA' } as object),
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Motothek', Producer: 'pdfkit' },
  });
  const bytes = collect(document);
  document.registerFont('text', fonts.text).registerFont('heading', fonts.heading);
  const root = document.struct('Document');
  document.addStructure(root);
  const write = (role: Role, words: string) => {
    if (role !== 'P') makeRoom(document);
    root.add(writer(document, role, words));
  };

  write('H1', title);
  for (const { heading, paragraphs } of sections) {
    write('H2', heading);
    document.outline.addItem(heading);
    for (const paragraph of paragraphs) write('P', paragraph);
  }
  root.end();
  numberPages(document);
  document.end();
  return bytes;
}

/** Keeps a heading with its section. Called before the tag is added, because pdfkit loses tags that start a new page. */
function makeRoom(document: PDFKit.PDFDocument): void {
  if (document.page.height - margin - document.y < sizes.heading * 5) document.addPage();
}

function writer(document: PDFKit.PDFDocument, role: Role, words: string) {
  const write = () => {
    if (role === 'P') {
      document.font('text', sizes.text).text(words, { lineGap: 3 }).moveDown(0.5);
      return;
    }
    if (role === 'H2') document.moveDown(0.6);
    const size = role === 'H1' ? sizes.title : sizes.heading;
    document.font('heading', size).text(words).moveDown(0.3);
  };
  return document.struct(role, {}, [write]);
}

/** Adds 'n / m' at the foot of each page, marked as not part of the text. */
function numberPages(document: PDFKit.PDFDocument): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    document.markContent('Artifact', { type: 'Pagination' });
    // Otherwise pdfkit would start a new page below the margin.
    document.page.margins.bottom = 0;
    document
      .font('text', sizes.footer)
      .text(`${page + 1} / ${count}`, margin, document.page.height - margin / 2, { align: 'center' });
    document.endMarkedContent();
  }
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}
