/**
 * A bounded map that forgets what was not used lately. Two generations instead of a linked list: a hit in the young one
 * costs one lookup and moves nothing, which matters on a path that runs at every call.
 */
export class RecentMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param limit most entries ever kept, both generations together */
  constructor(readonly limit: number) {}

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) {
      this.#old.delete(key);
      this.set(key, older);
    }
    return older;
  }

  set(key: K, value: V): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size * 2 > this.limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
