/**
 * CPU seconds that this process needs for a task. Compare it only with other work of the same test, because machines
 * differ.
 */
export async function workSeconds(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
