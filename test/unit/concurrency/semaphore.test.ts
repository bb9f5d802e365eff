/** Work that waits for others: in the order in which it came, and no longer than it may. */
import { expect, test } from 'vitest';
import { createFairSemaphore, createKeyedSemaphore, createSemaphore } from '../../../src/concurrency/semaphore.ts';

const refused = () => new Error('full');

/** Work that runs until the test ends it. */
const held = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  return { work: () => ended, end };
};

test('work up to the limit runs at once, the rest in order of arrival, and overflow is refused', async () => {
  const inTurn = createSemaphore(1, { maxQueueLength: 2, refused });
  const first = held();
  const order: string[] = [];
  const noted = (name: string) => inTurn(async () => void order.push(name));
  const all = [inTurn(first.work), noted('a'), noted('b')];
  await expect(noted('c')).rejects.toThrow('full');
  expect(order).toEqual([]);
  first.end();
  await Promise.all(all);
  await noted('d');
  expect(order).toEqual(['a', 'b', 'd']);
});

test('work that times out in the queue never starts and blocks no other', async () => {
  const inTurn = createSemaphore(1, { ms: 50, refused });
  const first = held();
  const running = inTurn(first.work);
  let begun = 0;
  const late = inTurn(async () => {
    begun += 1;
  });
  await expect(late).rejects.toThrow('full');
  const next = inTurn(async () => 'done');
  first.end();
  await running;
  expect(await next).toBe('done');
  expect(begun).toBe(0);
});

test('each key has its own queue', async () => {
  const inTurn = createKeyedSemaphore(1);
  const first = held();
  const running = inTurn(1, first.work);
  const order: string[] = [];
  const behind = inTurn(1, async () => void order.push('behind'));
  await inTurn(2, async () => void order.push('beside'));
  first.end();
  await Promise.all([running, behind]);
  expect(order).toEqual(['beside', 'behind']);
});

test('keys with equally few running tasks alternate', async () => {
  const share = createFairSemaphore(1, 1);
  const first = held();
  const order: number[] = [];
  const all = [share(1, first.work)];
  for (const which of [1, 1, 2, 2, 3]) all.push(share(which, async () => void order.push(which)));
  first.end();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3, 1, 2]);
});
