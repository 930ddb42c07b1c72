/** Decodes the bytes from `start` to `end`. Invalid bytes become U+FFFD; never throws. */
export type DecodeText = (bytes: Buffer, start?: number, end?: number) => string;

/** Encoding of SPSS for Windows before files named theirs. */
const defaultEncoding = 'windows-1252';
/** Encodings whose names do not include the code page. 2 and 3 are 7-bit and 8-bit ASCII. */
const codePages: Record<number, string> = {
  2: defaultEncoding,
  3: defaultEncoding,
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20127: defaultEncoding,
  20866: 'koi8-r',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};
/** Code page of ISO 8859-1, followed by those of the other parts. */
const firstIsoCodePage = 28591;
const singleByte = /^(windows|iso-8859|koi8|ibm866|macintosh|x-mac)/;
const multiByte = ['utf-8', 'shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'];

/**
 * Returns the name of the encoding for `makeDecoder`: from the name in the file (record 20), otherwise from
 * its character code (record 3), otherwise Windows-1252.
 */
export function chooseEncoding(name: string | null, characterCode: number | null): string {
  return (name !== null && byName(name)) || (characterCode !== null && byCode(characterCode)) || defaultEncoding;
}

/** Creates a decoder for an encoding from `chooseEncoding`. */
export function makeDecoder(encoding: string): DecodeText {
  const decodeForeign = singleByte.test(encoding) ? byTable(encoding) : byDecoder(encoding);
  return (bytes, start = 0, end = bytes.length) => {
    for (let i = start; i < end; i += 1) {
      if (bytes[i]! >= 0x80) return decodeForeign(bytes, start, end);
    }
    return bytes.toString('latin1', start, end);
  };
}

function byName(name: string): string | null {
  const label = name.trim().toLowerCase();
  const page = /^(?:cp|ms|ibm|windows|x-windows)?[-_ ]?(\d{3,5})$/.exec(label)?.[1];
  return supported(label.replace(/^euc-cn$/, 'gbk')) ?? (page ? byCode(Number(page)) : null);
}

function byCode(code: number): string | null {
  if (code >= 1250 && code <= 1258) return `windows-${code}`;
  const part = code - firstIsoCodePage + 1;
  if (part >= 1 && part <= 16) return supported(`iso-8859-${part}`);
  return codePages[code] ?? null;
}

/** Standard name of an encoding that SPSS supports; null for others. */
function supported(label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label.replace(/^utf_8$/, 'utf-8'));
    return singleByte.test(encoding) || multiByte.includes(encoding) ? encoding : null;
  } catch {
    return null;
  }
}

/**
 * Decodes with a table, which is faster than TextDecoder for short texts. The table is filled in streaming
 * mode, because Node 20 otherwise decodes Windows-1252 as ISO 8859-1, with control characters for '€' and
 * dashes.
 */
function byTable(encoding: string): DecodeText {
  const decoder = new TextDecoder(encoding);
  const table = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
  return (bytes, start, end) => {
    let text = '';
    for (let i = start!; i < end!; i += 1) text += table[bytes[i]!]!;
    return text;
  };
}

function byDecoder(encoding: string): DecodeText {
  if (encoding === 'utf-8') return (bytes, start, end) => bytes.toString('utf8', start, end);
  const decoder = new TextDecoder(encoding);
  return (bytes, start, end) => decoder.decode(bytes.subarray(start, end));
}
