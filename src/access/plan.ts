/** What an organisation has bought (rules 6.4). Values are stored raw, so they may be invalid. */

import { fail } from '../errors.ts';

/** Values that a plan has where it does not name them. */
export const planDefaults = {
  api_requests_per_minute: 6000,
  webhook_deliveries_per_minute: 120,
  licenses: 25,
} as const;

/** A value of the plan. */
export type PlanKey = keyof typeof planDefaults;

/** The names of the plan's values. */
export const planKeys = Object.keys(planDefaults) as PlanKey[];

/** A raw plan value as it is meant, or undefined where it is invalid: limits are positive, licences may be none. */
const validValue = (key: PlanKey, value: unknown): number | undefined => {
  const least = key === 'licenses' ? 0 : 1;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
};

/** The value of a stored plan: the default where the plan does not name it, undefined where it is invalid. */
export const planValue = (plan: unknown, key: PlanKey): number | undefined => {
  if (typeof plan !== 'object' || plan === null || Array.isArray(plan)) return undefined;
  const values = plan as Record<string, unknown>;
  return Object.hasOwn(values, key) ? validValue(key, values[key]) : planDefaults[key];
};

/** What of a stored plan is invalid: all of it where it is no object. */
export const invalidKeys = (plan: unknown): PlanKey[] => planKeys.filter((key) => planValue(plan, key) === undefined);

/** `120` becomes a number; anything else stays text, to be stored as it is. */
const rawValue = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);

/**
 * Plan values as an operator writes them, `key=value`.
 * @returns the raw values, and a warning for each that will make calls fail (rules 6.3)
 * @throws 400 `invalid_plan` where the key is unknown or the `=` is missing
 */
export const parsePlan = (pairs: readonly string[]): { plan: Record<string, unknown>; warnings: string[] } => {
  const plan: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = pair.slice(0, Math.max(at, 0)).trim() as PlanKey;
    if (!planKeys.includes(key)) {
      throw fail('validation_failed', {
        as: 'invalid_plan',
        message: `"${pair}" is no plan value; write key=value with one of the keys ${planKeys.join(', ')}.`,
      });
    }
    plan[key] = rawValue(pair.slice(at + 1));
    if (planValue(plan, key) === undefined) {
      const effect = key === 'webhook_deliveries_per_minute' ? 'webhooks are not delivered' : 'calls are answered 503';
      warnings.push(
        `${key} must be a positive whole number; "${plan[key]}" was stored, and ${effect} until it is corrected.`,
      );
    }
  }
  return { plan, warnings };
};
