import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { Language } from '@domain/language';
import { isLicence } from '@domain/licences';

import { readTexts } from '../locale-texts';
import { rootFolder } from '../../root-folder';

const headings = <Key extends string>(...keys: Key[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<Key, z.ZodString>);

const PackageTextsSchema = z.object({
  codebook: headings(
    'table',
    'column',
    'label',
    'unit',
    'type',
    'codes',
    'usual',
    'possible',
    'decimals',
    'source',
    'sourceLabel',
    'sourceCodes',
    'sourceMissing',
  ),
  types: headings('number', 'text', 'code', 'date', 'month', 'year', 'none'),
  range: z.string(),
  below: z.string(),
  above: z.string(),
  thisYear: z.string(),
  mapping: headings('table', 'letters', 'source', 'key', 'unit', 'label', 'published'),
  yes: z.string(),
  no: z.string(),
  notMapped: z.string(),
  problems: headings('table', 'cell', 'warning', 'comment', 'more'),
  problemList: headings(
    'table',
    'row',
    'letters',
    'column',
    'target',
    'value',
    'warning',
    'severity',
    'comment',
    'mustBeMended',
    'canBeOverridden',
    'sheet',
    'fileName',
  ),
  sheets: headings('data', 'codebook'),
  withheld: headings('table', 'column', 'reason'),
  metadata: headings('field', 'value'),
  corrections: headings('day', 'note', 'consent', 'field', 'before', 'after'),
  targets: headings(
    'key',
    'group',
    'label',
    'unit',
    'unitKey',
    'type',
    'codes',
    'usualMin',
    'usualMax',
    'possibleMin',
    'possibleMax',
    'decimals',
    'notes',
    'noteRequired',
    'noteZero',
    'noteTime',
    'noteStep',
  ),
  fileNames: headings('sampleRaw', 'sampleAgg', 'targetsRaw', 'targetsAgg'),
  crate: headings('name', 'description'),
  preview: headings(
    'title',
    'people',
    'cite',
    'published',
    'licence',
    'page',
    'files',
    'file',
    'bytes',
    'sha256',
    'variables',
    'table',
    'key',
    'label',
    'codes',
    'other',
  ),
  syntax: headings('title', 'apostrophes', 'r', 'python', 'spss'),
  readme: z.string(),
  pool: headings(
    'data_set',
    'data_set_doi',
    'person',
    'values',
    'dataSets',
    'title',
    'part',
    'noVersion',
    'all',
    'tests',
    'ages',
    'sex',
    'years',
    'countries',
    'by',
    'shareAlike',
    'closed',
    'readme',
  ),
});
export type PackageTexts = z.infer<typeof PackageTextsSchema>;

/** Texts of the files in a package and of the files that help contributors. */
export const packageTexts: Record<Language, PackageTexts> = readTexts('package', PackageTextsSchema);

/** Why columns were left out or made less detailed, by code. */
export const withheldReasons = readTexts('published', z.record(z.string(), z.string()));

/** Why a column was left out or made less detailed, as a message. `code` is stored with the published table. */
export function withheldReason(code: string, language: Language): string {
  return withheldReasons[language][code] ?? code;
}

/** Text of a licence; only the name of a licence that we have no text for. */
export function licenceText(name: string, language: Language): string {
  if (!isLicence(name)) return `${name}\n`;
  const file = `${licenceSlug(name).toLowerCase()}.${language}.txt`;
  return readFileSync(path.join(rootFolder, 'services', 'repository', 'data', 'licences', file), 'utf8');
}

/** Name of a licence in file names: 'CC-BY-4.0' for 'CC-BY 4.0'. */
export function licenceSlug(name: string): string {
  return name.replace(/[^A-Za-z0-9.]+/g, '-');
}
