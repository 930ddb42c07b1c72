import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { languages, type Language } from '@domain/language';

import { rootFolder } from '../root-folder';
import { formFields, schemaFields } from './schema';

/** The document with the agreed fields, which is not part of the project. */
const page = path.join(rootFolder, '..', 'shared', 'domain.md');
const skipped = !existsSync(page) && 'the agreed list of fields, ../shared/domain.md, is not there';

/** A row of section 3.2 with the German texts of section 3.3. */
interface AgreedField {
  id: number;
  name: Record<Language, string>;
  types: Record<Language, string[]>;
  /** 'yes', 'no' or 'with …'. */
  required: string;
  multi: boolean;
  nested: number | null;
  toolTip: Record<Language, string>;
  datacite: string;
}

function tableRows(section: string): string[][] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The text after [Placeholder] is one entry; other entries are separated by commas. */
function readTypes(cell: string): string[] {
  const [list = '', placeholder] = cell.split(/\[Placeholder\], (.*)/s);
  const types = list.split(/, | \+ /).filter((type) => type !== '' && type !== '–' && type !== 'country list');
  return placeholder === undefined ? types : [...types, '[Placeholder]', placeholder];
}

/** One language of 'English / Deutsch', both of which may contain a slash. */
function half(parts: string[], which: 0 | 1): string {
  const middle = parts.length / 2;
  return parts.slice(which * middle, (which + 1) * middle).join(' / ');
}

const isDirective = (type: string) => /^\[.*\]$/.test(type);

/** German entries by field, and German placeholders by field. */
function readGerman(rows: string[][]) {
  const lists = new Map<number, string[]>();
  const placeholders = new Map<number, string>();
  for (const [ids = '', cell = ''] of rows) {
    if (ids === 'Placeholder') {
      for (const part of cell.split(' · ')) {
        const [id = '', ...words] = part.split(' ');
        placeholders.set(Number(id), words.join(' '));
      }
    } else {
      const words = cell.split(', ').filter((word) => !isDirective(word));
      for (const id of ids.split(', ')) lists.set(Number(id), words);
    }
  }
  return { lists, placeholders };
}

/** The German types list, translated from the English one in the same order. */
function germanTypes(id: number, english: string[], german: ReturnType<typeof readGerman>): string[] {
  const words = english.filter((type, index) => !isDirective(type) && english[index - 1] !== '[Placeholder]');
  const listed = german.lists.get(id) ?? [];
  // The batteries have their English names, except for the last ones in section 3.3.
  const [note = ''] = listed;
  const renamed = note.startsWith('wie englisch; ')
    ? new Map([
        ['European Fitness Badge', note.replace('wie englisch; ', '')],
        ['Single tests', listed[1] ?? ''],
        ['Other', listed[2] ?? ''],
      ])
    : new Map(words.map((word, index) => [word, listed[index] ?? '']));
  return english.map((type, index) => {
    if (isDirective(type)) return type;
    if (english[index - 1] === '[Placeholder]') {
      return german.placeholders.get(id) ?? type.replace(' or ', ' oder ');
    }
    return renamed.get(type) ?? type;
  });
}

function readAgreed(): AgreedField[] {
  const text = readFileSync(page, 'utf8');
  const section = (name: string) => text.split(`### ${name}`)[1]?.split('\n### ')[0]?.split('\n## ')[0] ?? '';
  const german = readGerman(tableRows(section('3.3')));
  return tableRows(section('3.2')).map(
    ([id, en = '', de = '', cell = '', required = '', multi, nested = '', tip = '', datacite = '']) => {
      const types = readTypes(cell);
      const tips = tip.split(' / ');
      return {
        id: Number(id),
        name: { en, de },
        types: { en: types, de: germanTypes(Number(id), types, german) },
        required,
        multi: multi === 'yes',
        nested: nested === '–' ? null : Number(nested),
        toolTip: { en: half(tips, 0), de: half(tips, 1) },
        datacite,
      };
    },
  );
}

const agreed = skipped ? [] : readAgreed();
const fieldOf = (id: number, language: Language) => {
  const sent = schemaFields(language).find((field) => field.id === id);
  const read = formFields(language).find((field) => field.id === id);
  if (!sent || !read) throw new Error(`no field ${id}`);
  return { sent, read };
};

/** Values of the parent that make a field required; 'with …' names the parent or one of its choices. */
function demandOf({ required, nested }: AgreedField): string[] | null {
  if (!required.startsWith('with ')) return null;
  const named = required.slice('with '.length);
  return named === String(nested) ? [] : [named];
}

describe.skipIf(skipped)(`the agreed list of fields${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  test('has 32 fields and 16 nested ones, and the schema begins with them in the same order', () => {
    expect(agreed.filter(({ nested }) => nested === null)).toHaveLength(32);
    expect(agreed.filter(({ nested }) => nested !== null)).toHaveLength(16);
    const ids = agreed.map(({ id }) => id);
    expect(
      schemaFields('en')
        .slice(0, ids.length)
        .map(({ id }) => id),
    ).toEqual(ids);
  });

  describe.each(languages)('in %s', (language) => {
    test.each(agreed)('field $id is named, explained and listed as agreed', (field) => {
      const { sent } = fieldOf(field.id, language);
      expect(sent).toMatchObject({
        name: field.name[language],
        toolTip: field.toolTip[language],
        nested: field.nested,
      });
      const wanted = field.types[language];
      // Countries and languages follow from separate lists.
      expect(sent.types.slice(0, wanted.length)).toEqual(wanted);
      const hasOwnList = /country list|\[Language\]/.test(wanted.join()) || field.id === 10;
      if (!hasOwnList) expect(sent.types).toEqual(wanted);
    });

    test.each(agreed)('field $id is required and repeats as agreed', (field) => {
      const { sent, read } = fieldOf(field.id, language);
      expect(sent.required).toBe(field.required === 'yes');
      expect(sent.requiredWith).toEqual(demandOf(field));
      expect(read).toMatchObject({ required: field.required === 'yes', multi: field.multi });
      // Exactly the required fields have a mark.
      expect(read.mark !== '').toBe(field.required === 'yes');
      expect(read.mark === '#').toBe(field.name.en.endsWith('#'));
    });

    test.each(agreed)('field $id is private exactly if it is never exported', (field) => {
      expect(fieldOf(field.id, language).read.private).toBe(field.datacite.startsWith('none'));
    });
  });

  test('every choice is stored as its English text', () => {
    for (const { id, types } of agreed) {
      const words = types.en.filter((type, index) => !isDirective(type) && types.en[index - 1] !== '[Placeholder]');
      if (types.en.includes('[Name]') || words.length === 0) continue;
      const german = fieldOf(id, 'de').read.choices.map(({ value }) => value);
      expect(german, String(id)).toEqual(words);
    }
  });

  test('the field that the list gives in full is sent exactly like that', () => {
    const text = readFileSync(page, 'utf8').split('### 3.2')[1]?.split('### 3.3')[0] ?? '';
    const example = /```json\n([^`]*)```/.exec(text)?.[1] ?? '';
    expect(fieldOf(2, 'en').sent).toMatchObject(JSON.parse(example) as object);
  });
});
