/** Returns the slope of the least-squares line through values at 0, 1, 2, …, and its standard error. */
export function findSlope(values: readonly number[]): { slope: number; error: number } {
  const middle = (values.length - 1) / 2
  const average = values.reduce((sum, each) => sum + each, 0) / values.length
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - average), 0) / spread
  const rest = values.reduce((sum, value, index) => sum + (value - average - slope * (index - middle)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / (values.length - 2) / spread) }
}
