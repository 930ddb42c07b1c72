import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** An import of one module by another; both paths are relative to the project. */
export interface Import {
  from: string;
  to: string;
}

/** Modules below a folder, without tests. */
export function sources(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)));
}

/** Functions a module exports, with the names of their plain parameters. */
export function exportedFunctions(file: string): { name: string; parameters: string[] }[] {
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  return [...text.matchAll(/^export (?:async )?function\*? (\w+)\(([^{)]*)/gm)].map(([, name = '', list = '']) => ({
    name,
    parameters: [...list.matchAll(/(\w+)\??:/g)].map(([, parameter = '']) => parameter),
  }));
}

/** Project path of an import; null for a package. */
function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`;
  if (specifier.startsWith('@domain/')) return `domain/${specifier.slice(8)}`;
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  return null;
}

/** Imports of a module: modules of the project, and packages by name. */
export function importsOf(file: string): { inside: Import[]; packages: string[] } {
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const inside: Import[] = [];
  const packages: string[] = [];
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const specifier = match[1] ?? '';
    const target = resolveImport(file, specifier);
    if (target === null) packages.push(specifier);
    else inside.push({ from: file, to: target });
  }
  return { inside, packages };
}

/** A module with everything it imports, directly or indirectly, sorted. */
export function importClosure(file: string, isFollowed: (file: string) => boolean = () => true): string[] {
  const found = new Set<string>();
  const visit = (module: string) => {
    if (found.has(module)) return;
    found.add(module);
    for (const { to } of importsOf(module).inside) {
      const target = asFile(to);
      if (target && isFollowed(target)) visit(target);
    }
  };
  visit(file);
  return [...found].sort();
}

/** File of a module path without extension; null if it is not TypeScript. */
function asFile(module: string): string | null {
  const candidates = [module, `${module}.ts`, `${module}.tsx`, `${module}/index.ts`, `${module}/index.tsx`];
  return candidates.find((file) => /\.tsx?$/.test(file) && existsSync(path.join(projectRoot, file))) ?? null;
}

/** Cycles in a graph, each as a path from a node back to itself, one for every cycle found first. */
export function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, way: string[]) => {
    const start = way.indexOf(name);
    if (start >= 0) return void found.push([...way.slice(start), name].join(' -> '));
    if (done.has(name)) return;
    for (const next of edges.get(name) ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of edges.keys()) visit(name, []);
  return found;
}

/** Import graph of the modules in some folders. */
export function importGraph(folders: string[]): Map<string, Set<string>> {
  return new Map(
    folders
      .flatMap(sources)
      .map((file) => [file, new Set(importsOf(file).inside.flatMap(({ to }) => asFile(to) ?? []))]),
  );
}
