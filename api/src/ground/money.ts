/** The currency of all amounts, by its code of ISO 4217. */
export const currency = 'USD'

/** Returns an amount of USD in cents, rounded to the nearest, which removes the error of binary fractions. */
export function toCents(usd: number): number {
  return Math.round(usd * 100)
}
