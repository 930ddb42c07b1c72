import path from 'node:path/posix';

import type { SkippedTable } from '@domain/api/readings';

import { builtInFormat } from './cell-text';
import { attribute, readXml, TextCollector } from './read-xml';
import type { ZipPackage } from './zip-package';

/** Properties shared by the sheets of a workbook. */
export interface Workbook {
  /** Visible worksheets in their order, with their parts. */
  sheets: { name: string; part: string }[];
  /** Hidden worksheets and chart sheets. */
  skipped: SkippedTable[];
  date1904: boolean;
  /** Number formats, indexed by the style number of a cell. */
  formats: string[];
  strings: string[];
}

interface Relation {
  type: string;
  target: string;
}

const usualWorkbook = 'xl/workbook.xml';

/** Reads all parts of a workbook except its sheets. */
export async function readWorkbook(zip: ZipPackage): Promise<Workbook> {
  const root = [...(await readRelations(zip, '')).values()];
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? usualWorkbook;
  const relations = await readRelations(zip, part);
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const { sheets, skipped, date1904 } = await readSheetList(zip, part, relations);
  return {
    sheets,
    skipped,
    date1904,
    formats: await readFormats(zip, partOf('styles')),
    strings: await readStrings(zip, partOf('sharedStrings')),
  };
}

async function readSheetList(zip: ZipPackage, part: string, relations: Map<string, Relation>) {
  const sheets: Workbook['sheets'] = [];
  const skipped: SkippedTable[] = [];
  let date1904 = false;
  await readXml(await zip.open(part), {
    open(element, attributes) {
      if (element === 'workbookPr') date1904 = isTrue(attributes.date1904);
      if (element !== 'sheet') return;
      const relation = relations.get(attribute(attributes, 'id') ?? '');
      const isVisible = !/^(very)?hidden$/i.test(attributes.state ?? '');
      const name = attributes.name ?? '';
      if (!isVisible) skipped.push({ name, reason: 'hidden' });
      else if (relation?.type !== 'worksheet') skipped.push({ name, reason: 'not-a-table' });
      else sheets.push({ name, part: relation.target });
    },
  });
  return { sheets, skipped, date1904 };
}

/** Relations of a part, by their ids; '' is the package itself. */
async function readRelations(zip: ZipPackage, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const folder = path.dirname(part);
  const name = path.join(folder, '_rels', `${path.basename(part)}.rels`);
  if (!zip.has(name)) return relations;
  await readXml(await zip.open(name), {
    open(element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (element !== 'Relationship' || mode === 'External') return;
      const unified = target.replaceAll('\\', '/');
      relations.set(id, {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: unified.startsWith('/') ? unified.slice(1) : path.join(folder, unified),
      });
    },
  });
  return relations;
}

async function readFormats(zip: ZipPackage, part: string | undefined): Promise<string[]> {
  const formats: string[] = [];
  if (!part || !zip.has(part)) return formats;
  const own = new Map<number, string>();
  let inCellFormats = false;
  await readXml(await zip.open(part), {
    open(element, attributes) {
      if (element === 'numFmt') own.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (element === 'cellXfs') inCellFormats = true;
      else if (element === 'xf' && inCellFormats) {
        const id = Number(attributes.numFmtId ?? 0);
        formats.push(own.get(id) ?? builtInFormat(id));
      }
    },
    close(element) {
      if (element === 'cellXfs') inCellFormats = false;
    },
  });
  return formats;
}

async function readStrings(zip: ZipPackage, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!part || !zip.has(part)) return strings;
  const collector = new TextCollector();
  await readXml(await zip.open(part), {
    open: (element) => collector.open(element),
    text: (text) => collector.text(text),
    close(element) {
      collector.close(element);
      if (element === 'si') strings.push(collector.take());
    },
  });
  return strings;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
