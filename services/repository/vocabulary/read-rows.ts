import { readFileSync } from 'node:fs';
import path from 'node:path';

import Papa from 'papaparse';
import { z } from 'zod';

/** A number that may be left out. */
export const optionalNumber = z
  .string()
  .refine((text) => text === '' || Number.isFinite(Number(text)), 'is not a number')
  .transform((text) => (text === '' ? null : Number(text)));

export const requiredNumber = z
  .string()
  .refine((text) => text !== '' && Number.isFinite(Number(text)), 'is not a number')
  .transform(Number);

export const yesOrNo = z.enum(['yes', 'no']).transform((text) => text === 'yes');

/** A row of a data file with the place it stands at, so that a later fault can name it. */
type Placed<Row> = Row & { place: string };

/**
 * Reads a csv file of the vocabulary and checks every row. Throws a sentence that names file, line and
 * column, so that whoever edits the data finds the fault at once.
 */
export function readRows<Shape extends z.ZodRawShape>(
  folder: string,
  fileName: string,
  shape: Shape,
): Placed<z.output<z.ZodObject<Shape>>>[] {
  const text = readFileSync(path.join(folder, fileName), 'utf8');
  const parsed = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  const fault = parsed.errors[0];
  if (fault) throw new Error(`${fileName}, line ${(fault.row ?? 0) + 1}: ${fault.message}`);
  const [header = [], ...lines] = parsed.data;
  const schema = z.strictObject(shape);
  return lines.map((cells, index) => {
    const place = `${fileName}, line ${index + 2}`;
    if (cells.length !== header.length) {
      throw new Error(`${place}: ${cells.length} cells for ${header.length} headings`);
    }
    const result = schema.safeParse(Object.fromEntries(header.map((name, column) => [name, cells[column]])));
    if (result.success) return { ...result.data, place } as Placed<z.output<z.ZodObject<Shape>>>;
    const issue = result.error.issues[0];
    throw new Error(`${place}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`);
  });
}
