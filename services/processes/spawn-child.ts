import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface ChildOptions {
  args?: string[];
  /** Node flags for the child, such as `--max-old-space-size=512`. */
  nodeFlags?: string[];
  env?: NodeJS.ProcessEnv;
  /** Discards the error output, because crashes of a parser on a user's file are expected. */
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
 * Starts an entry as a Node process with a message channel, with tsx if it is TypeScript. The child's error output is
 * kept for `lastWords` and not printed, because it may contain data. The channel closes when this process dies, and
 * every child exits on 'disconnect'.
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

/** Enough for what Node prints about an uncaught error. */
const maxKeptCharacters = 8000;
const written = new WeakMap<ChildProcess, string>();

/** The end of a child's error output, as an error with the printed stack; undefined if there was none. */
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
