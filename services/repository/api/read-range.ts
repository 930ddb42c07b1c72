import type { ByteRange } from '../context/file-store';

/**
 * The one range of a `Range` header within `bytes` bytes (RFC 9110, section 14.2). Null means that the whole is to be
 * sent: no header, several ranges, another unit, or a header that is not valid. 'outside' means that no byte of the
 * range exists.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const isSuffix = first === '';
  if (!isSuffix && last !== '' && Number(last) < Number(first)) return null;
  const start = isSuffix ? Math.max(0, bytes - Number(last)) : Number(first);
  if (start >= bytes) return 'outside';
  const end = isSuffix || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return { start, end };
}
