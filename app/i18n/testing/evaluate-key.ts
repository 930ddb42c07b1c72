import ts from 'typescript';

/** Any text without a dot: a part of a key that the types do not determine. */
export const anyWord = '\u0000';

/**
 * All texts that an expression may evaluate to, as far as source and types tell. Unknown parts are `anyWord`. A key
 * made from a union type gives each member: `steps.${step}` is four keys.
 */
export function evaluateKey(expression: ts.Expression, checker: ts.TypeChecker, depth = 0): string[] {
  const follow = (inner: ts.Expression) => evaluateKey(inner, checker, depth + 1);
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression)) {
    return follow(expression.expression);
  }
  if (ts.isTemplateExpression(expression)) {
    return expression.templateSpans.reduce(
      (starts, { expression: hole, literal }) =>
        starts.flatMap((start) => follow(hole).map((word) => start + word + literal.text)),
      [expression.head.text],
    );
  }
  const members = literalMembers(checker.getTypeAtLocation(expression));
  if (members) return members;
  if (ts.isConditionalExpression(expression)) {
    return [...follow(expression.whenTrue), ...follow(expression.whenFalse)];
  }
  const origins = depth < 8 ? originsOf(expression, checker) : [];
  return origins.length > 0 ? [...new Set(origins.flatMap(follow))] : [anyWord];
}

/** Members of a union of texts and numbers; null for other types. */
export function literalMembers(type: ts.Type): string[] | null {
  const members = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)),
  );
  const texts = members.flatMap((member) =>
    member.isStringLiteral() || member.isNumberLiteral() ? [String(member.value)] : [],
  );
  return texts.length > 0 && texts.length === members.length ? texts : null;
}

/** Where a value comes from: the value of its constant, what its function returns, the inside of `String()`. */
function originsOf(expression: ts.Expression, checker: ts.TypeChecker): ts.Expression[] {
  if (ts.isIdentifier(expression)) {
    const declaration = checker.getSymbolAtLocation(expression)?.valueDeclaration;
    const isConstant = declaration && ts.isVariableDeclaration(declaration);
    return isConstant && declaration.initializer ? [declaration.initializer] : [];
  }
  if (!ts.isCallExpression(expression)) return [];
  if (expression.expression.getText() === 'String') return [...expression.arguments];
  const callee = checker.getResolvedSignature(expression)?.declaration;
  const body = callee && 'body' in callee ? callee.body : undefined;
  if (!body) return [];
  return ts.isBlock(body) ? returnedBy(body) : [body as ts.Expression];
}

function returnedBy(node: ts.Node): ts.Expression[] {
  if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
  if (ts.isFunctionLike(node)) return [];
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => void found.push(...returnedBy(child)));
  return found;
}
