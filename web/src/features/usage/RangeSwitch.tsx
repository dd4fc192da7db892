import { Segments } from '../../ui/Segments.tsx'
import { rangeLengths } from './range.ts'

/** Links to the same page over other ranges, side by side, with the current one marked. */
export function RangeSwitch({ days }: { days: number }) {
  const segments = rangeLengths.map((length) => ({
    label: `${length} days`,
    to: `?days=${length}`,
    isCurrent: length === days,
  }))
  return <Segments label="Range" segments={segments} />
}
