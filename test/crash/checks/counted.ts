/** As many changes of each record as its writes were done. */
import { type Fault, fault, groupBy, type Removed, type Written } from '../history.ts';

/** @param where description of the source of the changes */
export const countFaults = (
  changes: readonly { readonly section: string; readonly id: number; readonly action: string }[],
  writes: readonly Written[],
  removals: readonly Removed[],
  where: string,
): Fault[] => {
  const logged = groupBy(changes, ({ section, id, action }) => `${section}/${id} ${action}`);
  const asked = groupBy(
    [...writes, ...removals],
    ({ do: what, record }) => `${record} ${what === 'write' ? 'update' : 'delete'}`,
  );
  return [...asked].flatMap(([key, group]) => {
    const done = group.filter(({ outcome }) => outcome === 'done').length;
    const most = done + group.filter(({ outcome }) => outcome === 'unknown').length;
    const count = logged.get(key)?.length ?? 0;
    if (count < done) return [fault('lost', `${key}: ${done} answered, ${count} in ${where}`)];
    return count > most ? [fault('doubled', `${key}: ${most} asked for, ${count} in ${where}`)] : [];
  });
};
