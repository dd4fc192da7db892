/** Object ids of PostgreSQL's types (pg_type.oid). */
const int8 = 20
const numeric = 1700
const date = 1082

/**
 * How values arrive from both drivers alike. By default pg gives int8 as text and PGlite as number, and both turn a
 * calendar day into an instant of the local time zone. Byte counts stay below 2^53, prices have two decimals.
 */
export const valueParsers: Record<number, (value: string) => number | string> = {
  [int8]: Number,
  [numeric]: Number,
  [date]: (value) => value,
}

/** Text that `like` and `ilike` take as it is. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
