/** Meaning that a number format gives to a number. */
interface NumberMeaning {
  kind: 'number' | 'date' | 'datetime' | 'time' | 'duration';
  /** Minimum digits of whole numbers, as in '00000' for postal codes and ids. */
  digits: number;
}

const plainNumber: NumberMeaning = { kind: 'number', digits: 0 };

/**
 * Excel's built-in date and time formats, which files only reference by number (ECMA-376 part 1, 18.8.30);
 * 'General' for others. Those of East Asian editions (27-36, 50-58) are dates.
 */
export function builtInFormat(id: number): string {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'yyyy-mm-dd';
  if (id >= 18 && id <= 21) return 'hh:mm:ss';
  if (id === 22) return 'yyyy-mm-dd hh:mm';
  if (id === 45 || id === 47) return 'mm:ss';
  return id === 46 ? '[h]:mm:ss' : 'General';
}

const known = new Map<string, NumberMeaning>();

/** Meaning of a format code such as 'dd.mm.yyyy', '[h]:mm:ss', '00000', '0.00%'. */
export function readNumberFormat(code: string): NumberMeaning {
  const found = known.get(code);
  if (found) return found;
  const meaning = interpret(code);
  known.set(code, meaning);
  return meaning;
}

function interpret(code: string): NumberMeaning {
  const bare = firstSection(code)
    .replace(/"[^"]*"?|\\.|[_*]./gs, '')
    .toLowerCase();
  if (bare.includes('general')) return plainNumber;
  if (/\[(h+|m+|s+)\]/.test(bare)) return { kind: 'duration', digits: 0 };
  const symbols = bare.replace(/\[[^\]]*\]/g, '').trim();
  if (/^0{2,}$/.test(symbols)) return { kind: 'number', digits: symbols.length };
  const letters = symbols.replace(/am\/pm|a\/p/g, 'h');
  // In dates, a zero is only used for fractions of seconds, after the letters.
  const isNumber = !/[ymdhs]/.test(letters) || /[#?%@]/.test(letters) || /^[^ymdhs]*0/.test(letters);
  if (isNumber) return plainNumber;
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || !hasTime;
  return { kind: hasDate ? (hasTime ? 'datetime' : 'date') : 'time', digits: 0 };
}

/** Semicolons separate the formats of positive numbers, negative numbers, zero and text. */
function firstSection(code: string): string {
  return /^(?:"[^"]*"?|\\.|[^;"\\])*/s.exec(code)?.[0] ?? '';
}

const msPerDay = 24 * 60 * 60 * 1000;
/** Day 0 of the two date systems. The 1900 system includes a nonexistent 29 February 1900, its day 60. */
const dayZero = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const fictitiousDay = 60;
/** 31 December 9999, Excel's last date. */
const lastSerial = 2_958_465;

/**
 * Text of a number cell according to its format: dates and times in ISO 8601, durations as 'hh:mm:ss' with
 * hours beyond 24, '00000' with its zeros, other numbers as their shortest decimal. Percentages are not
 * converted: 12 % is 0.12.
 */
export function numberText(value: number, format: string, date1904: boolean): string {
  const { kind, digits } = readNumberFormat(format);
  if (kind === 'number') {
    const isWhole = Number.isInteger(value) && value >= 0 && value < 1e15;
    return digits > 0 && isWhole ? String(value).padStart(digits, '0') : String(value);
  }
  if (value < 0 || value > lastSerial) return String(value);
  if (kind === 'duration') return durationText(value);
  // A value below 1 is a time of day without a date.
  if (value < 1 && !date1904) return kind === 'date' ? String(value) : durationText(value);
  if (kind === 'time' && value < 1) return durationText(value);
  const text = dateText(value, date1904);
  return kind === 'date' ? text.slice(0, 10) : text;
}

function dateText(serial: number, date1904: boolean): string {
  const ms = Math.round(serial * msPerDay);
  const day = Math.floor(ms / msPerDay);
  if (!date1904 && day === fictitiousDay) return `1900-02-29T${durationText(serial % 1)}`;
  const shift = date1904 ? dayZero.from1904 : dayZero.from1900 + (day < fictitiousDay ? msPerDay : 0);
  return new Date(shift + ms).toISOString().replace('.000Z', '').replace('Z', '');
}

/** Formats days as 'hh:mm:ss', with milliseconds if there are any. */
function durationText(days: number): string {
  const ms = Math.round(days * msPerDay);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const rest = ms % 1000;
  const text = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
}
