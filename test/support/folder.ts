/** Folders of tests, outside of /tmp, which is memory on some machines. */
import { chmod, mkdtemp } from 'node:fs/promises';

/** Creates a folder that the database can enter, which runs as another account under root; the caller removes it. */
export const makeFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(`/var/tmp/broker-crm-${name}-`);
  await chmod(folder, 0o755);
  return folder;
};
