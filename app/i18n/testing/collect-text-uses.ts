import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

import ts from 'typescript';

import { anyWord, evaluateKey } from './evaluate-key';
import { findMembers } from './find-members';
import { meantKeys, type KeysByFile, type TextUse } from './text-keys';

interface Walk {
  checker: ts.TypeChecker;
  keys: KeysByFile;
  sources: readonly ts.SourceFile[];
  /** Types that read a locale file as an object, with the file's name. */
  objects: ReadonlyMap<ts.Type, string>;
}

type UseWithoutPosition = Omit<TextUse, 'position'>;

/**
 * Collects every use of a text in files of a program, with positions relative to `root`. Yields to other tasks between
 * two files, because the compiler needs seconds for the whole product.
 */
export async function collectTextUses(
  program: ts.Program,
  walk: Omit<Walk, 'checker'>,
  root: string,
): Promise<TextUse[]> {
  const whole = { ...walk, checker: program.getTypeChecker() };
  const uses: TextUse[] = [];
  const visit = (node: ts.Node) => {
    for (const use of usesOf(node, whole)) uses.push({ ...use, position: positionOf(node, root) });
    ts.forEachChild(node, visit);
  };
  for (const source of walk.sources) {
    visit(source);
    await setImmediate();
  }
  return uses;
}

function positionOf(node: ts.Node, root: string): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${path.relative(root, source.fileName)}:${line + 1}`;
}

function usesOf(node: ts.Node, walk: Walk): UseWithoutPosition[] {
  if (ts.isCallExpression(node) && isTranslator(node.expression)) return usesOfCall(node, walk);
  if (isText(node)) return usesOfText(node, walk);
  return findMembers(node, walk).map(({ namespace, keys }) => ({ namespace, key: keys.join('.'), by: 'member' }));
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function isTranslator(callee: ts.Expression): boolean {
  if (ts.isCallExpression(callee)) return callee.expression.getText() === 'translate';
  return ts.isIdentifier(callee) && callee.text === 't';
}

/** `t('key')`, in the namespace that `t` was made for. */
function usesOfCall(call: ts.CallExpression, walk: Walk): UseWithoutPosition[] {
  const [first, options] = call.arguments;
  if (!first) return [];
  const own = namespaceOf(call.expression, walk.checker);
  const by = options && /\breturnObjects: true\b/.test(options.getText()) ? 'tree' : 'call';
  return evaluateKey(first, walk.checker).flatMap((text): UseWithoutPosition[] => {
    const { namespace, key } = splitKey(text, walk, own);
    if (key !== anyWord) return [{ namespace, key, by }];
    return namespace === null ? [] : messagesBeside(call, namespace, walk);
  });
}

/** Keys of a namespace that appear in the same folder as a `t(message)`, which may show them. */
function messagesBeside(call: ts.Node, namespace: string, walk: Walk): UseWithoutPosition[] {
  const folder = path.dirname(call.getSourceFile().fileName);
  const found: UseWithoutPosition[] = [];
  const visit = (node: ts.Node) => {
    if (isText(node)) {
      for (const key of evaluateKey(node, walk.checker)) {
        const use = { namespace, key, by: 'message' } as const;
        if (/[^\0]\.[^\0]*/.test(key) && meantKeys(use, walk.keys).length > 0) found.push(use);
      }
    }
    ts.forEachChild(node, visit);
  };
  walk.sources.filter(({ fileName }) => path.dirname(fileName) === folder).forEach(visit);
  return found;
}

/** 'uploads:templates.saved' anywhere: a message that is shown elsewhere. */
function usesOfText(node: ts.StringLiteralLike | ts.TemplateExpression, walk: Walk): UseWithoutPosition[] {
  const [start = '', rest] = (ts.isTemplateExpression(node) ? node.head : node).text.split(':');
  if (rest === undefined || !walk.keys.has(start)) return [];
  return evaluateKey(node, walk.checker).flatMap((text): UseWithoutPosition[] => {
    const { namespace, key } = splitKey(text, walk, null);
    return namespace === null || key === anyWord ? [] : [{ namespace, key, by: 'message' }];
  });
}

function splitKey(text: string, { keys }: Walk, own: string | null) {
  const [start = '', ...rest] = text.split(':');
  if (rest.length > 0 && keys.has(start)) return { namespace: start, key: rest.join(':') };
  return { namespace: own, key: text };
}

/** First namespace of the `useTranslation` that made the translator; null for one that was passed as an argument. */
function namespaceOf(callee: ts.Expression, checker: ts.TypeChecker): string | null {
  if (!ts.isIdentifier(callee)) return 'common';
  const declaration = checker.getSymbolAtLocation(callee)?.valueDeclaration;
  if (!declaration || ts.isParameter(declaration)) return null;
  const maker = ts.findAncestor(declaration, ts.isVariableDeclaration)?.initializer;
  if (!maker || !ts.isCallExpression(maker)) return null;
  if (maker.expression.getText() !== 'useTranslation') return 'common';
  const [asked] = maker.arguments;
  const first = asked && ts.isArrayLiteralExpression(asked) ? asked.elements[0] : asked;
  return first && ts.isStringLiteralLike(first) ? first.text : 'common';
}
