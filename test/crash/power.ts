/**
 * A power failure: DATA_DIR is on a file system of its own in an image; the kernel drops unwritten data of that file
 * system (ext4's shutdown without its journal), then it is mounted again and replays synced data.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const IMAGE_SIZE = '3G';

const source = (name: string): string => fileURLToPath(new URL(`power/${name}`, import.meta.url));

/** Compiles a small C program. @throws where there is no compiler */
const compile = (name: string, into: string, ...flags: string[]): string => {
  const product = join(into, name.replace('.c', ''));
  execFileSync('cc', ['-O1', '-Wall', ...flags, '-o', product, source(name)]);
  return product;
};

/** The power of a DATA_DIR. */
export interface Power {
  /** From then on the disk accepts no writes, and unsynced data is lost. */
  cut(): void;
  /** Mounts the disk again; all processes that used it must have ended. */
  restore(): Promise<void>;
  /** Takes the disk away for good. */
  end(): Promise<void>;
}

/** Whether this machine lets us: root, loop devices, a compiler. */
export const canLosePower = (): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('losetup', ['-f'], { stdio: 'ignore' });
    for (const tool of ['cc', 'mkfs.ext4']) execFileSync('which', [tool], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Mounts a disk image at `dataDir`. @param folder of the image */
export const mountDisk = async (folder: string, dataDir: string): Promise<Power> => {
  const [image, cutter] = [join(folder, 'disk.img'), compile('cut-power.c', folder)];
  execFileSync('truncate', ['-s', IMAGE_SIZE, image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  await mkdir(dataDir, { recursive: true });
  const mount = (): void => void execFileSync('mount', ['-o', 'loop', image, dataDir]);
  /** Processes that are about to die hold it for a moment. */
  const unmount = async (): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        execFileSync('umount', [dataDir], { stdio: 'ignore' });
        return;
      } catch (error) {
        if (tries > 200) throw error;
        await delay(50);
      }
    }
  };
  mount();
  await chmod(dataDir, 0o755);
  return {
    cut: () => void execFileSync(cutter, [dataDir]),
    restore: async () => {
      await unmount();
      mount();
    },
    end: unmount,
  };
};
