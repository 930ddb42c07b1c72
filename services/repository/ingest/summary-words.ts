import type { RowReason } from '@domain/data-rows';

/** Words that begin rows below or between the data. Weak ones may also be part of an ID or a name. */
const words: { reason: RowReason; strong: string; weak: string }[] = [
  {
    reason: 'mean',
    strong:
      'mittelw\\S*|durchschn\\S*|(?:klassen|gesamt|gruppen)(?:mittel(?:werte?)?|(?:durch)?schnitt)|' +
      '\\p{L}+(?:durchschnitt|mittelwert)|arithm\\S* mittel|means?|x̄|averages?|median|zentralwert|ø|⌀',
    weak: 'mw|avg|schnitt|mittel',
  },
  {
    reason: 'deviation',
    strong:
      'standard ?-?abw\\S*|standard ?dev\\S*|std\\.? ?-?abw\\S*|stabw\\S*|std\\.? ?-?dev\\S*|' +
      'streuung|varianz|variance|standard ?error|standardfehler',
    weak: 'sd|s\\.d\\.|std|sem?',
  },
  {
    reason: 'sum',
    strong: '(?:zwischen|gesamt|klassen)summe|sub ?-?total|grand total|gesamtergebnis|Σ',
    weak: 'summen?|sums?|gesamt|total|insgesamt|alle|(?:klasse|gruppe|schule)\\S* (?:gesamt|insgesamt)|(?:class|group|school) total',
  },
  { reason: 'count', strong: 'anzahl der \\S+', weak: 'n|count|anzahl|number of \\S+' },
  {
    reason: 'extreme',
    strong:
      '(?:unteres |oberes |\\d\\. )?quartile?|\\d*\\.? ?(?:perzentile?|percentiles?|\\d+(?:st|nd|rd|th) percentile)',
    weak:
      'minimum|maximum|min|max|(?:best|höchst|tiefst|maximal|minimal)werte?|spannweite|' +
      'beste\\S*|best|schlechteste\\S*|worst',
  },
];
const noteWords =
  'quellen?|sources?|anm(?:\\.|erkung(?:en)?)|bem(?:\\.|erkung(?:en)?)|hinweise?|fu(?:ß|ss)noten?|notes?|legende?|stand|' +
  'erstellt|created|kommentare?|comments?|remarks?|abk(?:ürzungen|\\.)|key';

/** A word at the beginning of a text, followed by its end, a sign or a space. In the engine, \s is no no-break space. */
const beginsWith = (alternatives: string) => `^[\\s\u00a0(*"']*(?:${alternatives})(?:[^\\p{L}\\d].*)?$`;
/** Pattern of a text that names any summary. */
export const anySummary = beginsWith(words.flatMap(({ strong, weak }) => [strong, weak]).join('|'));
/** Pattern of a text that begins with a word for notes. */
export const anyNote = beginsWith(noteWords);
const compiled = words.map(({ reason, strong, weak }) => ({
  reason,
  strong: new RegExp(beginsWith(strong), 'iu'),
  weak: new RegExp(beginsWith(weak), 'iu'),
}));
const note = new RegExp(`${anyNote}|^\\s*(?:\\*|©|[¹²³]|\\d\\))`, 'iu');

/** Maximum length of the name of a summary: 'Mittelwert der Klasse 3a (Jungen)'. Longer texts are notes. */
const maxSummaryCharacters = 60;

/** Summary that a text names; a weak word may also be part of an ID or a name. Null if it names none. */
export function summaryNamed(text: string): { reason: RowReason; isWeak: boolean } | null {
  if (text.length > maxSummaryCharacters) return null;
  const strong = compiled.find((one) => one.strong.test(text));
  const found = strong ?? compiled.find((one) => one.weak.test(text));
  return found ? { reason: found.reason, isWeak: strong === undefined } : null;
}

/** Whether a text begins like the name of a summary: 'Ø 20 m', 'Anzahl'. */
export function namesSummary(text: string): boolean {
  return compiled.some(({ strong, weak }) => strong.test(text) || weak.test(text));
}

/** Whether a text begins like a note: 'Quelle: …', '* geschätzt'. */
export function beginsNote(text: string): boolean {
  return note.test(text);
}
