import ts from 'typescript';

import { evaluateKey } from './evaluate-key';
import type { KeysByFile } from './text-keys';

/** Path from the object of a locale file to one of its members. */
interface MemberPath {
  namespace: string;
  keys: string[];
}

interface Objects {
  checker: ts.TypeChecker;
  /** Types that read a locale file as an object, with the file's name. */
  objects: ReadonlyMap<ts.Type, string>;
  keys: KeysByFile;
}

/**
 * Members of a locale file's object that an expression or binding refers to: `texts.signIn.title`, `const { title } =
 * texts.signIn`, also through constants and parameters. Empty for everything else.
 */
export function findMembers(node: ts.Node, objects: Objects): MemberPath[] {
  // Types are expensive, so only names that may end a key are examined.
  return mayEndKey(node, objects) ? memberPaths(node, objects) : [];
}

function mayEndKey(node: ts.Node, { objects, keys }: Objects): boolean {
  if (ts.isElementAccessExpression(node)) return objects.size > 0;
  const name = ts.isPropertyAccessExpression(node) ? node.name : bindingName(node);
  if (!name) return false;
  const last = name.getText();
  return [...objects.values()].some((file) => keys.get(file)?.some((key) => key === last || key.endsWith(`.${last}`)));
}

function memberPaths(node: ts.Node, objects: Objects): MemberPath[] {
  if (ts.isPropertyAccessExpression(node)) {
    return under(memberPathsOfOwner(node.expression, objects), [node.name.text]);
  }
  if (ts.isElementAccessExpression(node)) {
    const owners = memberPathsOfOwner(node.expression, objects);
    return owners.length === 0 ? [] : under(owners, evaluateKey(node.argumentExpression, objects.checker));
  }
  const name = bindingName(node);
  return name ? under(memberPathsOfOwner(node.parent.parent, objects), [name.getText()]) : [];
}

/** Name of the member that a binding reads. */
function bindingName(node: ts.Node): ts.Node | null {
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return null;
  return node.propertyName ?? node.name;
}

/** The same for the expression before the last name. The object itself has an empty path. */
function memberPathsOfOwner(node: ts.Node, objects: Objects): MemberPath[] {
  const namespace = objects.objects.get(objects.checker.getTypeAtLocation(node));
  if (namespace !== undefined) return [{ namespace, keys: [] }];
  if (ts.isVariableDeclaration(node)) {
    return node.initializer ? memberPathsOfOwner(node.initializer, objects) : [];
  }
  if (!ts.isIdentifier(node)) return memberPaths(node, objects);
  const declaration = objects.checker.getSymbolAtLocation(node)?.valueDeclaration;
  return declaration && declaration !== node ? memberPathsOfOwner(declaration, objects) : [];
}

function under(owners: MemberPath[], names: string[]): MemberPath[] {
  return owners.flatMap((owner) => names.map((name) => ({ ...owner, keys: [...owner.keys, name] })));
}
