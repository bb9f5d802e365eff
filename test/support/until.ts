/** Waits until a condition holds. @throws after a while, naming the condition */
export const until = async (
  check: () => boolean | Promise<boolean>,
  { within = 60_000, what = 'it' }: { within?: number; what?: string } = {},
): Promise<void> => {
  const end = Date.now() + within;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${within / 1000} s`);
    await new Promise((done) => setTimeout(done, 20));
  }
};
