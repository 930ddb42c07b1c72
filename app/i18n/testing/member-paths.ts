import ts from 'typescript';

import { evaluateKey } from './evaluate-key';

/** Way from the object of a locale file to one of its members. */
interface MemberPath {
  namespace: string;
  keys: string[];
}

interface Objects {
  checker: ts.TypeChecker;
  /** Types that read a locale file as an object, with the file's name. */
  objects: ReadonlyMap<ts.Type, string>;
}

/**
 * What an expression or a binding names of an object that was read from a locale file: `texts.signIn.title`,
 * `const { title } = texts.signIn`, also through constants and parameters. Empty for everything else.
 */
export function memberPaths(node: ts.Node, objects: Objects): MemberPath[] {
  if (objects.objects.size === 0) return [];
  if (ts.isPropertyAccessExpression(node)) {
    return under(memberPathsOfOwner(node.expression, objects), [node.name.text]);
  }
  if (ts.isElementAccessExpression(node)) {
    const owners = memberPathsOfOwner(node.expression, objects);
    return owners.length === 0 ? [] : under(owners, evaluateKey(node.argumentExpression, objects.checker));
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = (node.propertyName ?? node.name).getText();
    return under(memberPathsOfOwner(node.parent.parent, objects), [name]);
  }
  return [];
}

/** The same for what stands in front of the last name: the object itself is a way of no names. */
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
