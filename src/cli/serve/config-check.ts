/** Combinations of valid settings with which the service refuses to start. */

import type { Config } from '../../config/config.ts';
import { readCertificate } from '../../config/tls-certificate.ts';
import { assertBucketName, assertDistinctPorts, assertMetricsPort } from '../../config/validation.ts';
import { requireSetting } from '../context/secret-keys.ts';
import { requireEmbedded } from './backup-scheduler.ts';

const RULES: readonly ((config: Config) => unknown)[] = [
  readCertificate,
  assertDistinctPorts,
  assertMetricsPort,
  assertBucketName,
  requireEmbedded,
  requireSetting,
];

/** @throws SettingError or CliError that says which setting is wrong: the first of what `configErrors` says */
export const assertConfig = (config: Config): void => {
  for (const rule of RULES) rule(config);
};

/** All that a start would refuse, a sentence for each rule; none where it would begin. */
export const configErrors = (config: Config): readonly string[] =>
  RULES.flatMap((rule) => {
    try {
      rule(config);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
