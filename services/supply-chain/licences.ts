import parse from 'spdx-expression-parse';

/** Licences (SPDX) of packages whose `package.json` does not name one in the form of today: those of their files. */
const ofFiles: Readonly<Record<string, string>> = { busboy: 'MIT', streamsearch: 'MIT', 'combine-errors': 'MIT' };

/** Licence of a package (SPDX expression); '' if it is not known. `told` is what its lock file says. */
export function licenceOf(name: string, told: string | undefined): string {
  return told ?? ofFiles[name] ?? '';
}

/**
 * Licences under which the product may ship packages: permissive ones, that of fonts, and MPL-2.0, which asks no more of us
 * than to leave the package's own files under it.
 */
export const acceptedLicences: readonly string[] = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'OFL-1.1',
  'MPL-2.0',
];

/** Whether the choices that an SPDX expression gives allow accepted licences only. What is no expression is not accepted. */
export function isAcceptedLicence(expression: string): boolean {
  try {
    return isAccepted(parse(expression));
  } catch {
    return false;
  }
}

function isAccepted(part: parse.Info): boolean {
  if (!('conjunction' in part)) return part.exception === undefined && acceptedLicences.includes(part.license);
  const { conjunction, left, right } = part;
  return conjunction === 'or' ? isAccepted(left) || isAccepted(right) : isAccepted(left) && isAccepted(right);
}
