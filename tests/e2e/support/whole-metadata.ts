import { expect, type Locator, type Page } from '@playwright/test';

import { SchemaFieldSchema } from '@domain/api/metadata';
import { readSchema, type FormField } from '@domain/metadata/directives';
import { chooseByTyping, pressEnterOn, tickByKeyboard, typeInto } from './keyboard';
import { words, type Language } from './words';

/** Texts for the controls of each field's first value, keyed by field id. Choices are given as stored values. */
export const answers: Record<number, string[]> = {
  1: ['Muster', 'Eva'],
  1.1: ['0000-0002-1825-0097'],
  1.2: ['Example University, Institute of Sport'],
  2.1: ['Handkraft von Erwachsenen, erfunden'],
  3: ['Beispiel', 'Jan'],
  3.1: ['jan.beispiel@example.org'],
  4: ['Probe', 'Kim'],
  4.1: ['Data curator'],
  5: ['Grip of adults.\nMade up for a test: <b>no</b> & "nobody".'],
  5.1: ['en'],
  6: ['strength'],
  7: ['GRIP-K'],
  7.1: ['DRKS00000001'],
  8: ['Cross-sectional'],
  9: ['2018', '3', '', '2019', '', ''],
  10: ['Germany'],
  10.1: ['Baden-Württemberg'],
  10.2: ['761'],
  11: ['School'],
  12: ['Convenience sample'],
  13: ['Adults of 20 to 64 years.'],
  14: ['400'],
  14.1: ['82 %'],
  15: ['General population'],
  16: ['Single tests'],
  17: ['None.'],
  18: ['dynamometer'],
  18.1: ['Example Grip 3'],
  19: ['Trained study staff'],
  20: ['SUFL 1.0'],
  20.1: [],
  21: ['Example University'],
  22: ['Approved'],
  22.1: ['Example committee, 17/2018'],
  23: [],
  24: ['Names were removed.'],
  25: ['Example Foundation'],
  25.1: ['EX-1'],
  25.2: ['Grip over the years'],
  26: ['https://doi.org/10.1000/182'],
  26.1: ['Describes these data'],
  27: ['1.0'],
  28: ['en'],
  29: ['2026', '1', '2', '2027', '12', '31'],
  30: ['Impossible values were removed.'],
  31: ['-99'],
  32: ['A note that nobody else reads.'],
};

const dateParts = { en: ['Year', 'Month', 'Day'], de: ['Jahr', 'Monat', 'Tag'] };

/** The metadata fields as returned by the API. */
export async function readFields(page: Page, language: Language): Promise<FormField[]> {
  const response = await page.request.get(`/api/metadata/schema?lang=${language}`);
  return readSchema(SchemaFieldSchema.array().parse(await response.json()));
}

/** The group around a value that has several parts or nested fields; otherwise the page. */
function containerOf(page: Page, fields: FormField[], field: FormField): Page | Locator {
  const holder = field.nestedIn === null ? field : fields.find(({ id }) => id === field.nestedIn);
  const isGrouped =
    holder !== field ||
    ['Name', 'DateRangeYMD'].includes(field.style) ||
    fields.some(({ nestedIn }) => nestedIn === field.id);
  return isGrouped ? page.getByRole('group', { name: `${holder?.label} 1`, exact: true }) : page;
}

/** Fills in a metadata field by keyboard, in a form with one value per field. */
export async function fillFieldByKeyboard(
  page: Page,
  language: Language,
  fields: FormField[],
  id: number,
): Promise<void> {
  const field = fields.find((candidate) => candidate.id === id);
  const parts = answers[id];
  if (!field || !parts) throw new Error(`There is no answer to field ${id} of the schema.`);
  const container = containerOf(page, fields, field);
  const [text = ''] = parts;
  const labelled = (label: string, within = container) => within.getByLabel(label, { exact: true });
  switch (field.style) {
    case 'Name':
      for (const [index, label] of field.subLabels.entries()) {
        await typeInto(page, labelled(label), parts[index] ?? '');
      }
      return;
    case 'DateRangeYMD':
      for (const [index, part] of parts.entries()) {
        const half = container.getByRole('group', { name: index < 3 ? field.beginLabel : field.endLabel });
        if (part) await typeInto(page, labelled(dateParts[language][index % 3] ?? '', half), part);
      }
      return;
    case 'DropDownList':
      return chooseByTyping(page, labelled(field.label), text);
    case 'Checkbox':
      return tickByKeyboard(page, container.getByRole('checkbox', { name: field.label }));
    case 'SUFL':
      await pressEnterOn(page, container.getByRole('button', { name: words[language].confirm, exact: true }));
      await expect(container.getByText(words[language].confirmed, { exact: true })).toBeFocused();
      return;
    default:
      return typeInto(page, labelled(field.label), labelOf(field, text));
  }
}

/** Visible text of a stored value; for a choice, its label in the language of the page. */
function labelOf(field: FormField, value: string): string {
  return field.choices.find((choice) => choice.value === value)?.label ?? value;
}

/** Entries that the metadata form would send for its fields, in form order. */
export function typedEntries(page: Page): Promise<string[]> {
  return page.locator('form.metadata-form').evaluate((form: HTMLFormElement) =>
    [...new FormData(form)]
      .filter(([name]) => /^f\d/.test(name))
      // Browsers send line breaks of a text area as CR LF.
      .map(([name, value]) => `${name}=${String(value).replaceAll('\r\n', '\n')}`),
  );
}
