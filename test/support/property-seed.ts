/** The seed of property tests, where `PROPERTY_SEED` has one: `npm run check` gives always the same, else each run takes a new one. */
import fc from 'fast-check';

const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
