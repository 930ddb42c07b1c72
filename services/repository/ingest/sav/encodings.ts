/** Turns the bytes from `start` to `end` into text. Bytes that mean nothing become U+FFFD; never throws. */
export type DecodeText = (bytes: Buffer, start?: number, end?: number) => string;

/** What SPSS for Windows wrote before files named their encoding. */
const usualEncoding = 'windows-1252';
/** Code pages whose number is not in the name; 2 and 3 mean ASCII of 7 and 8 bits. */
const codePages: Record<number, string> = {
  2: usualEncoding,
  3: usualEncoding,
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20127: usualEncoding,
  20866: 'koi8-r',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};
/** Code page of ISO 8859-1; the further parts follow. */
const firstIsoCodePage = 28591;
const singleByte = /^(windows|iso-8859|koi8|ibm866|macintosh|x-mac)/;
const multiByte = ['utf-8', 'shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'];

/**
 * Name of the encoding for `makeDecoder`: by the name in the file (record 20), else by its character code
 * (record 3), else Windows-1252.
 */
export function chooseEncoding(name: string | null, characterCode: number | null): string {
  return (name !== null && byName(name)) || (characterCode !== null && byCode(characterCode)) || usualEncoding;
}

/** Makes a decoder for an encoding of `chooseEncoding`. */
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

/** The standard's name of an encoding that text of SPSS can be in. */
function supported(label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label.replace(/^utf_8$/, 'utf-8'));
    return singleByte.test(encoding) || multiByte.includes(encoding) ? encoding : null;
  } catch {
    return null;
  }
}

/**
 * A table is quicker than the decoder on short texts. It is filled in streaming mode: without, Node 20
 * takes Windows-1252 for ISO 8859-1 and makes control characters of '€' and dashes.
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
