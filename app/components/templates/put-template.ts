/**
 * The list with a template saved into it: the same name replaces, empty content deletes (spec section 5).
 * The name is trimmed already.
 */
export function putTemplate<Template extends { name: string; entries: readonly unknown[] }>(
  templates: readonly Template[],
  template: Template,
): Template[] {
  const index = templates.findIndex(({ name }) => name === template.name);
  const others = templates.filter(({ name }) => name !== template.name);
  if (template.entries.length === 0) return others;
  return others.toSpliced(index < 0 ? others.length : index, 0, template);
}
