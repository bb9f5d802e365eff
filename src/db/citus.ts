/** Whether a database is one of a cluster. */

/** Text that is true where Citus is there: definition text, for statements and clients alike. */
export const HAS_CITUS = "exists (select from pg_extension where extname = 'citus')";
