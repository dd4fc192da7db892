const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** A plan's price in words: `Free forever`, the price a month, or `Custom pricing` where it is agreed on. */
export function describePrice(priceMonthly: number | null): string {
  if (priceMonthly === null) return 'Custom pricing'
  return priceMonthly === 0 ? 'Free forever' : `${dollars.format(priceMonthly)} / month`
}
