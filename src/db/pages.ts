/**
 * Rows in pages by a key, so that many rows take the memory of one page.
 * @param size rows of a full page; a shorter one is the last
 * @param read reads the page behind a row of the one before, or the first page
 */
export async function* pages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    yield rows;
    last = rows.at(-1);
    if (!last || rows.length < size) return;
  }
}
