import { anyWord } from './evaluate-key';

/** Texts of a locale file by their keys, dots for the nesting; the forms of a plural are one key. */
export function keysOf(texts: unknown, start = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [start.replace(/_(one|other)$/, '')];
  const keys = Object.entries(texts).flatMap(([name, text]) => keysOf(text, start === '' ? name : `${start}.${name}`));
  return [...new Set(keys)];
}

/** One use of a text in the source. */
export interface TextUse {
  /** Name of the locale file; null for a translator from elsewhere. */
  namespace: string | null;
  /** Key, with `anyWord` for unknown parts. */
  key: string;
  /**
   * 'call': `t(key)`. 'tree': all texts under the key at once. 'message': a key that another place shows.
   * 'member': a member of an object read from a locale file; the compiler knows that it is there.
   */
  by: 'call' | 'tree' | 'message' | 'member';
  /** 'app/routes/…:12', for the failing test's message. */
  position: string;
}

/** Keys by the names of the locale files. */
export type KeysByFile = ReadonlyMap<string, readonly string[]>;

/** Keys that a use may refer to, as '<file>:<key>'. */
export function meantKeys({ namespace, key, by }: Omit<TextUse, 'position'>, keys: KeysByFile): string[] {
  const parts = key.split(anyWord).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('[^.]+')}${by === 'tree' ? '\\.' : '$'}`);
  return [...keys]
    .filter(([file]) => namespace === null || file === namespace)
    .flatMap(([file, all]) => all.filter((one) => pattern.test(one)).map((one) => `${file}:${one}`));
}

/** Keys of the locale files that are never used. */
export function unusedKeys(keys: KeysByFile, uses: readonly TextUse[]): string[] {
  const used = new Set(uses.flatMap((use) => meantKeys(use, keys)));
  return [...keys].flatMap(([file, all]) => all.map((key) => `${file}:${key}`)).filter((key) => !used.has(key));
}

/** Uses of keys that do not exist, with their positions. */
export function missingKeys(keys: KeysByFile, uses: readonly TextUse[]): string[] {
  return uses
    .filter((use) => use.by !== 'member' && meantKeys(use, keys).length === 0)
    .map(({ namespace, key, position }) => `${namespace ?? '?'}:${key.replaceAll(anyWord, '*')} at ${position}`);
}
