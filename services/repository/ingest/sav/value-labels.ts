import { FileFailure } from '../file-failure';
import { trimmedText } from './cells';
import type { RawDictionary } from './dictionary-records';
import { longStringLabels, type RawValueLabel } from './extension-records';
import { wordsOfFormat } from './formats';
import { stringsByName, type Reading, type SavColumn } from './sav-column';

/** Text of a cell and its words. */
type Label = [text: string, words: string];

const maxShortString = 8;
/** Length of the labels of all columns together: a set of labels may belong to every column. */
const maxCharacters = 64 * 1024 * 1024;
/** What a label takes beside its characters, counted in them. */
const labelOverhead = 32;

/**
 * Gives the columns their value labels: those of numbers and short strings, those of long strings, and the
 * names of weekdays and months, which stand in no file.
 *
 * @throws FileFailure `damaged` when there are more than any file holds
 */
export function addValueLabels(dictionary: RawDictionary, columns: SavColumn[], reading: Reading): void {
  const book = new LabelBook();
  for (const column of columns) if (column.write) book.add(column, wordsOfFormat(column.format));
  addShort(book, dictionary, columns, reading);
  const strings = stringsByName(columns);
  for (const { name, values } of longStringLabels(dictionary.extensions, reading.order, reading.decode)) {
    const column = strings.get(name.toUpperCase());
    if (column) book.add(column, labelTexts(values, column, reading));
  }
  book.handOver();
}

class LabelBook {
  private readonly labels = new Map<SavColumn, Map<string, string>>();
  private charactersLeft = maxCharacters;

  add(column: SavColumn, labels: Label[]): void {
    const known = this.labels.get(column) ?? new Map<string, string>();
    for (const [text, words] of labels) {
      this.charactersLeft -= text.length + words.length + labelOverhead;
      // A cell without text is missing: a label would never meet it.
      if (text !== '') known.set(text, words);
    }
    if (this.charactersLeft < 0) throw new FileFailure('damaged');
    if (known.size > 0) this.labels.set(column, known);
  }

  handOver(): void {
    for (const [column, labels] of this.labels) column.info.valueLabels = Object.fromEntries(labels);
  }
}

/** What is made of a set is kept for its other columns of the same kind. */
function addShort(book: LabelBook, { labelSets }: RawDictionary, columns: SavColumn[], reading: Reading): void {
  const byPosition = new Map(columns.map((column) => [column.segments[0]!.start / 8, column]));
  for (const { labels, positions } of labelSets) {
    const made = new Map<string, Label[]>();
    for (const position of positions) {
      const column = byPosition.get(position);
      const length = column?.segments[0]!.length ?? 0;
      if (!column || length > maxShortString) continue;
      const key = `${column.info.kind} ${length}`;
      const texts = made.get(key) ?? labelTexts(labels, column, reading);
      made.set(key, texts);
      book.add(column, texts);
    }
  }
}

function labelTexts(
  labels: RawValueLabel[],
  { write, segments }: SavColumn,
  { order, decode, special }: Reading,
): Label[] {
  const length = segments.reduce((sum, segment) => sum + segment.length, 0);
  return labels.map(({ value, label }) => {
    const words = trimmedText(label, decode);
    if (!write) return [trimmedText(value.subarray(0, length), decode), words];
    const number = order.float64(value, 0);
    const isMissing = number === special.systemMissing || !Number.isFinite(number);
    return [isMissing ? '' : write(number), words];
  });
}
