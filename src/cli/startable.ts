/** Settings with which the service does not start, although each for itself is good: what a start refuses before anything is begun. */
import { readCertificate } from '../certificate.ts';
import type { Config } from '../config.ts';
import { requireBucketsName, requireMetricsPort, requireTwoPorts } from '../config-together.ts';
import { requireEmbedded } from './archiving.ts';
import { requireSetting } from './secret-keys.ts';

const RULES: readonly ((config: Config) => unknown)[] = [
  readCertificate,
  requireTwoPorts,
  requireMetricsPort,
  requireBucketsName,
  requireEmbedded,
  requireSetting,
];

/** @throws SettingError or Refusal that says which setting is wrong: the first of what `refusalsOf` says */
export const requireStartable = (config: Config): void => {
  for (const rule of RULES) rule(config);
};

/** All that a start would refuse, a sentence for each rule; none where it would begin. */
export const refusalsOf = (config: Config): readonly string[] =>
  RULES.flatMap((rule) => {
    try {
      rule(config);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
