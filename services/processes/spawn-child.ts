import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface ChildOptions {
  args?: string[];
  /** Flags of Node for the child, e.g. `--max-old-space-size=512`. */
  nodeFlags?: string[];
  env?: NodeJS.ProcessEnv;
  /** Its error output is thrown away: what trips over a stranger's file is no news. */
  quiet?: boolean;
}

/**
 * Path of a child process's entry. Run from the bundle, where every module's address is that of build/server.js, it
 * is the bundle beside it. Run from the sources, it is the TypeScript file beside the caller, or its bundle in the
 * folder CHILD_BUNDLES, because a bundle starts several times as fast.
 */
export function childEntry(callerUrl: string, source: string, bundled: string): string {
  const caller = fileURLToPath(callerUrl);
  const { CHILD_BUNDLES } = process.env;
  if (CHILD_BUNDLES) return path.join(CHILD_BUNDLES, bundled);
  return path.join(path.dirname(caller), caller.endsWith('.ts') ? source : bundled);
}

/**
 * Starts an entry as a Node process with a message channel; TypeScript goes through tsx. What the child
 * writes to its error output is kept for `lastWords`: it may hold data and is not for our own output. The
 * channel closes when this process dies, however it dies: every child ends itself on 'disconnect'.
 */
export function startChild(
  entry: string,
  { args = [], nodeFlags = [], env, quiet = false }: ChildOptions = {},
): ChildProcess {
  const child = fork(entry, args, {
    execArgv: [...nodeFlags, ...loaderFlags(entry)],
    env: env ?? process.env,
    stdio: ['ignore', 'ignore', quiet ? 'ignore' : 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.set(child, ((written.get(child) ?? '') + text).slice(-maxKeptCharacters));
  });
  return child;
}

/** What Node prints of an error that nobody caught fits in. */
const maxKeptCharacters = 8000;
const written = new WeakMap<ChildProcess, string>();

/** What a child wrote last to its error output, as an error with the stack that stands there; undefined when it was silent. */
export function lastWords(child: ChildProcess): Error | undefined {
  const stack = written.get(child)?.trim();
  if (!stack) return undefined;
  const lines = stack.split('\n');
  const message = lines.find((line) => /error/i.test(line) && !line.startsWith('    at ')) ?? lines.at(-1);
  return Object.assign(new Error(message), { name: 'ChildProcessError', stack });
}

function loaderFlags(entry: string): string[] {
  if (!entry.endsWith('.ts')) return [];
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href];
}
