import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { OperatorError } from '@domain/operator-error';

import { cutChangelog, setImageTag, versionOf } from './released-files';

const changelog = 'docs/CHANGELOG.md';
const kustomization = 'docs/deploy/kubernetes/example/kustomization.yaml';
const changedFiles = ['package.json', 'package-lock.json', changelog, kustomization];
const engines = ['docker', 'podman'];

const usage = `npm run release -- <major | minor | patch | 1.2.3> [--dry-run] [--image <name> | --no-image]`;

interface Release {
  /** Folder of the project, a checkout of git. */
  root: string;
  args: string[];
  /** Day of the release, YYYY-MM-DD. */
  day: string;
  write(text: string): void;
}

/**
 * Makes a release: version, changelog, build with its SBOM, image, commit and tag, all on this machine. Nothing is
 * pushed. Refuses a checkout with changes that are not committed. If something fails before the commit, the files are as
 * they were. With --dry-run it checks and tells, and changes nothing. Throws OperatorError.
 */
export function release({ root, args, day, write }: Release): void {
  const { wanted, isDry, image } = readArguments(args);
  const run: Run = (file, ...rest) => runIn(root, file, rest);
  refuseChanges(run('git', 'status', '--porcelain'));
  const version = versionOf(wanted, (JSON.parse(readIn(root, 'package.json')) as { version: string }).version);
  const tag = `v${version}`;
  if (run('git', 'tag', '--list', tag) !== '') throw new OperatorError(`The tag ${tag} exists.`);
  const name = `${image}:${version}`;
  const engine = image === null ? null : findEngine();
  const steps = [
    ...stepsOfFiles({ root, version, day, run }),
    ...(engine
      ? [stepOf(run, engine, 'build', '--file', 'docs/deploy/Dockerfile', ...labelsOf(version), '--tag', name, '.')]
      : []),
    stepOf(run, 'git', 'commit', '--quiet', '-m', `release: ${version}`, ...changedFiles),
    stepOf(run, 'git', 'tag', '--annotate', '-m', `Motothek ${version}`, tag),
  ];
  if (isDry) write('Nothing is changed. A release would do this:\n');
  try {
    for (const { told, work } of steps) {
      write(`- ${told}\n`);
      if (!isDry) work();
    }
  } catch (error) {
    run('git', 'checkout', '--quiet', 'HEAD', '--', ...changedFiles);
    throw error;
  }
  const pushed = [`git push origin HEAD ${tag}`, ...(engine ? [`${engine} push ${name}`] : [])];
  write(`${isDry ? 'Then' : 'Released here. Now'}: ${pushed.join(' && ')}\n`);
}

type Run = (file: string, ...args: string[]) => string;

/** A part of a release, and how it is told. */
interface Step {
  told: string;
  work(): void;
}

const stepOf = (run: Run, ...command: [string, ...string[]]): Step => ({
  told: command.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' '),
  work: () => void run(...command),
});

const labelsOf = (version: string) => ['--label', `org.opencontainers.image.version=${version}`];

/** Version, changelog and build. What is refused is refused before anything is written. */
function stepsOfFiles({ root, version, day, run }: { root: string; version: string; day: string; run: Run }): Step[] {
  const texts = {
    [changelog]: cutChangelog(readIn(root, changelog), version, day),
    [kustomization]: setImageTag(readIn(root, kustomization), version),
  };
  const writeTexts = () => {
    for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(root, file), text);
  };
  return [
    stepOf(run, 'npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'),
    { told: `changelog: what was unreleased is ${version} – ${day}`, work: writeTexts },
    { ...stepOf(run, 'npm', 'run', 'build'), told: 'npm run build, which writes the SBOM: build/sbom.cdx.json' },
  ];
}

const readIn = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8');

function readArguments(args: string[]) {
  const options = {
    'dry-run': { type: 'boolean', default: false },
    image: { type: 'string', default: 'motothek' },
    'no-image': { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 1) throw new Error('There is one version only.');
    return { wanted: positionals[0], isDry: values['dry-run'], image: values['no-image'] ? null : values.image };
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${usage}`);
  }
}

function refuseChanges(status: string): void {
  if (status === '') return;
  throw new OperatorError(`A release is made of what is committed, and this is not:\n${status}`);
}

/** The first container engine that answers. Throws OperatorError if there is none. */
function findEngine(): string {
  const found = engines.find(
    (engine) => spawnSync(engine, ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  );
  if (found) return found;
  throw new OperatorError(`No container engine answers (${engines.join(', ')}). Start one, or say --no-image.`);
}

/** Runs a command and returns what it prints, without the last line break. Throws OperatorError with its output. */
function runIn(cwd: string, file: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status === 0) return stdout.trimEnd();
  throw new OperatorError(`${[file, ...args].join(' ')} failed:\n${error?.message ?? stdout + stderr}`);
}
