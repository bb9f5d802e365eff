/** The plan of an organisation (rules 6.4). Values are stored raw, so they may be invalid. */

import { fail } from '../../errors/api-error.ts';

/** Defaults of values that a plan does not have. */
export const planDefaults = {
  api_requests_per_minute: 6000,
  webhook_deliveries_per_minute: 120,
  licenses: 25,
} as const;

/** The name of a plan value. */
export type PlanKey = keyof typeof planDefaults;

/** The names of all plan values. */
export const planKeys = Object.keys(planDefaults) as PlanKey[];

/** The number of a raw plan value, or undefined if it is invalid: limits are positive, licences may be 0. */
const validValue = (key: PlanKey, value: unknown): number | undefined => {
  const least = key === 'licenses' ? 0 : 1;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
};

/** A value of a stored plan: the default if the plan lacks it, undefined if it is invalid. */
export const planValue = (plan: unknown, key: PlanKey): number | undefined => {
  if (typeof plan !== 'object' || plan === null || Array.isArray(plan)) return undefined;
  const values = plan as Record<string, unknown>;
  return Object.hasOwn(values, key) ? validValue(key, values[key]) : planDefaults[key];
};

/** The invalid keys of a stored plan: all of them if it is not an object. */
export const invalidKeys = (plan: unknown): PlanKey[] => planKeys.filter((key) => planValue(plan, key) === undefined);

/** `120` becomes a number; other text is stored unchanged. */
const rawValue = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);

/**
 * Parses plan values of an operator, `key=value`.
 * @returns the raw values, and a warning for each invalid one, which will make calls fail (rules 6.3)
 * @throws 400 `invalid_plan` if the key is unknown or the `=` is missing
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
