/** The object ids of PostgreSQL's types (pg_type.oid). */
const int8 = 20
const numeric = 1700
const date = 1082

/**
 * Parsers that make both drivers return the same values. By default pg returns int8 as text and PGlite as a number, and both turn a
 * calendar day into an instant of the local time zone. Byte counts stay below 2^53, prices have two decimals.
 */
export const valueParsers: Record<number, (value: string) => number | string> = {
  [int8]: Number,
  [numeric]: Number,
  [date]: (value) => value,
}

/** Escapes text for `like` and `ilike`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
