import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { languages, type Language } from '@domain/language';

import { rootFolder } from '../../root-folder';
import { formFields, schemaFields } from './schema';

/** The page with the agreed fields, which is not part of the project. */
const page = path.join(rootFolder, '..', 'shared', 'domain.md');
const skipped = !existsSync(page) && 'the agreed list of fields, ../shared/domain.md, is not there';

/** A row of section 3.2. */
interface AgreedField {
  id: number;
  name: Record<Language, string>;
  /** English, because the choices are the stored values. */
  types: string[];
  /** 'yes', 'no' or 'with …'. */
  required: string;
  multi: boolean;
  nested: number | null;
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

/** Splits at commas, but the text after [Placeholder] is one entry. */
function readTypes(cell: string): string[] {
  const [list = '', placeholder] = cell.split(/\[Placeholder\], (.*)/s);
  const types = list.split(/, | \+ /).filter((type) => type !== '' && type !== '–' && type !== 'country list');
  return placeholder === undefined ? types : [...types, '[Placeholder]', placeholder];
}

const isDirective = (type: string) => /^\[.*\]$/.test(type);
/** A types list with its directives and choices. What follows [Placeholder] is only an example. */
const withoutPlaceholder = (types: string[]) => types.filter((_, index) => types[index - 1] !== '[Placeholder]');
/** The name of a field without its mark and without the question of a checkbox. */
const labelOf = (name: string) => name.replace(/:.*?(?=[*#]?$)/, '');

function readAgreed(): AgreedField[] {
  const text = readFileSync(page, 'utf8');
  const section = (name: string) => text.split(`### ${name}`)[1]?.split('\n### ')[0]?.split('\n## ')[0] ?? '';
  return tableRows(section('3.2')).map(
    ([id, en = '', de = '', cell = '', required = '', multi, nested = '', , datacite = '']) => ({
      id: Number(id),
      name: { en, de },
      types: readTypes(cell),
      required,
      multi: multi === 'yes',
      nested: nested === '–' ? null : Number(nested),
      datacite,
    }),
  );
}

const agreed = skipped ? [] : readAgreed();
const fieldOf = (id: number, language: Language) => {
  const sent = schemaFields(language).find((field) => field.id === id);
  const read = formFields(language).find((field) => field.id === id);
  if (!sent || !read) throw new Error(`no field ${id}`);
  return { sent, read };
};

/** Values of the parent that make a field required, as 'with …' names the parent or one of its choices. */
function demandOf({ required, nested }: AgreedField): string[] | null {
  if (!required.startsWith('with ')) return null;
  const named = required.slice('with '.length);
  return named === String(nested) ? [] : [named];
}

describe.skipIf(skipped)(`the agreed list of fields${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  test('has 32 fields and 16 nested ones, and the schema begins with them in their order', () => {
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
    test.each(agreed)('field $id is named and listed as agreed', (field) => {
      const { sent } = fieldOf(field.id, language);
      expect(labelOf(sent.name)).toBe(labelOf(field.name[language]));
      expect(sent.nested).toBe(field.nested);
      const wanted = withoutPlaceholder(field.types);
      // The choices of countries and languages are stored elsewhere, so they follow the listed ones.
      const hasOwnList = wanted.includes('[Language]') || field.id === 10;
      const listed = withoutPlaceholder(sent.types).slice(0, hasOwnList ? wanted.length : undefined);
      if (language === 'en') expect(listed).toEqual(wanted);
      else expect(listed.map(isDirective)).toEqual(wanted.map(isDirective));
    });

    test.each(agreed)('field $id is required and repeats as agreed', (field) => {
      const { sent, read } = fieldOf(field.id, language);
      expect(sent.required).toBe(field.required === 'yes');
      expect(sent.requiredWith).toEqual(demandOf(field));
      expect(read).toMatchObject({ required: field.required === 'yes', multi: field.multi });
      // The mark must be at all required fields, and at no others.
      expect(read.mark !== '').toBe(field.required === 'yes');
      expect(read.mark === '#').toBe(field.name.en.endsWith('#'));
    });

    test.each(agreed)('field $id is private exactly if it is never exported', (field) => {
      expect(fieldOf(field.id, language).read.private).toBe(field.datacite.startsWith('none'));
    });
  });

  test('every choice is stored by its English text', () => {
    for (const { id, types } of agreed) {
      const words = withoutPlaceholder(types).filter((type) => !isDirective(type));
      if (types.includes('[Name]') || words.length === 0) continue;
      const german = fieldOf(id, 'de').read.choices.map(({ value }) => value);
      expect(german, String(id)).toEqual(words);
    }
  });

  test('the field that the list spells out is sent literally', () => {
    const text = readFileSync(page, 'utf8').split('### 3.2')[1]?.split('### 3.3')[0] ?? '';
    const example = /```json\n([^`]*)```/.exec(text)?.[1] ?? '';
    expect(fieldOf(2, 'en').sent).toMatchObject(JSON.parse(example) as object);
  });
});
