import { OperatorError } from '@domain/operator-error';

const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/;

/** Numbers of a version like 1.2.3; null if it is none. */
function numbersOf(version: string): [number, number, number] | null {
  const found = versionPattern.exec(version);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : null;
}

/**
 * The version that is released: `wanted` itself, or the one after `current` if it says major, minor or patch. The
 * current one can be released, too, as long as it has no tag. Throws OperatorError.
 */
export function versionOf(wanted: string | undefined, current: string): string {
  const [major, minor, patch] = numbersOf(current) ?? [0, 0, 0];
  const next: Record<string, string> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const version = next[wanted ?? ''] ?? wanted ?? '';
  const numbers = numbersOf(version);
  if (!numbers) throw new OperatorError('Which version: major, minor, patch, or one like 1.2.3?');
  const [at = 0, was = 0] = firstDifference(numbers, [major, minor, patch]);
  if (at < was) throw new OperatorError(`${version} is lower than the current version ${current}.`);
  return version;
}

function firstDifference(some: number[], others: number[]): number[] {
  const at = some.findIndex((number, index) => number !== others[index]);
  return at === -1 ? [] : [some[at] ?? 0, others[at] ?? 0];
}

const notReleased = ' Nothing has been released yet.';

/**
 * The changelog with what was unreleased under the heading of a version and its day (YYYY-MM-DD), and an empty section
 * for what follows. Throws OperatorError if nothing is unreleased.
 */
export function cutChangelog(text: string, version: string, day: string): string {
  const [, before = '', changes = '', rest = ''] =
    /^([^]*?)^## Unreleased\n([^]*?)(^## [^]*)?$(?![^])/m.exec(text) ?? [];
  if (!/^- /m.test(changes)) throw new OperatorError('The changelog has nothing under ‘Unreleased’.');
  return `${before.replace(notReleased, '')}## Unreleased\n\n## ${version} – ${day}\n${changes}${rest}`;
}

/** The kustomization with another tag of the image. Throws OperatorError if it has none. */
export function setImageTag(text: string, version: string): string {
  const tag = /^(\s*newTag:).*$/m;
  if (!tag.test(text)) throw new OperatorError('The example for Kubernetes names no tag of the image.');
  return text.replace(tag, `$1 ${version}`);
}
