import { escapeHtml } from '@domain/escape-html';

/** An option of a select: what is sent and what is shown. */
export interface Option {
  value: string;
  label: string;
}

/** Options under a heading. */
export interface OptionGroup {
  label: string;
  options: readonly Option[];
}

type Choices = readonly (Option | OptionGroup)[];

/** Markup by list, because the same list is in many selects and on many pages. */
const made = new WeakMap<Choices, string>();

/**
 * Properties of a select with its options as markup, which costs a tenth of one element each: a list of countries has 250,
 * and on the page of a mapping 20 selects have the same 60. Lists must not be changed afterwards. `first` are options
 * before them. The server marks the chosen one. In the browser React chooses it (`defaultValue`) when it makes the
 * select, and the markup does not name it, so that rendering the same lists again never resets what somebody chose. With
 * other lists the select needs another key: React would put them in and choose nothing.
 */
export function optionsOf(choices: Choices, chosen = '', first: Choices = []) {
  let markup = made.get(choices);
  if (markup === undefined) made.set(choices, (markup = markupOf(choices)));
  const all = markupOf(first) + markup;
  const __html = typeof document === 'undefined' ? withSelected(all, chosen) : all;
  return { dangerouslySetInnerHTML: { __html }, suppressHydrationWarning: true, defaultValue: chosen };
}

function markupOf(choices: Choices): string {
  return choices.map((choice) => ('options' in choice ? groupMarkup(choice) : optionMarkup(choice))).join('');
}

function groupMarkup({ label, options }: OptionGroup): string {
  return `<optgroup label="${escapeHtml(label)}">${options.map(optionMarkup).join('')}</optgroup>`;
}

const startOf = (value: string) => `<option value="${escapeHtml(value)}"`;

function optionMarkup({ value, label }: Option): string {
  return `${startOf(value)}>${escapeHtml(label)}</option>`;
}

/** Marks the first option with this value, if there is one. */
function withSelected(markup: string, value: string): string {
  const start = startOf(value);
  const at = markup.indexOf(start);
  if (at < 0) return markup;
  return `${markup.slice(0, at + start.length)} selected=""${markup.slice(at + start.length)}`;
}
